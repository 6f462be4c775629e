import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { DearestFirst, dearest } from './test/dearest-first.ts';

// Hundreds of processes are started that run the same TypeScript; Node keeps what it has made of it (node:module, compile cache).
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'lmi-compile-cache');

/** What a process reads once, at its start, is set by these: certificates that it trusts. */
const ownProcess = ['test/sign-up/**/*.test.ts', 'test/browser/**/*.test.ts'];

/** Of npm run test:near, which leaves out what takes longer than a change should wait. */
const near = process.env['LMI_TEST_NEAR'] !== undefined;
const leftOut = near ? dearest.map((file) => `test/${file}`) : [];

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    // Two cores: a real workerd, a compile and the tests themselves share them.
    maxWorkers: 2,
    // What is too slow is for make bench to say: here a minute may be five on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    sequence: { sequencer: DearestFirst },
    projects: [
      {
        extends: true,
        // Two processes run all files: importing the same modules in each of 126 took a minute and a half.
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [...ownProcess, ...leftOut], isolate: false },
      },
      { extends: true, test: { name: 'own-process', include: near ? [] : ownProcess, isolate: true } },
    ],
  },
});

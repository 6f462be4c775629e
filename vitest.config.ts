import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Hundreds of processes are started that run the same TypeScript; Node keeps what it has made of it (node:module, compile cache).
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'lmi-compile-cache');

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Two cores: a real workerd, a compile and the tests themselves share them.
    maxWorkers: 2,
    // What is too slow is for make bench to say: here a minute may be five on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
  },
});

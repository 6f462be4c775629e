import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import './test/environment.ts';

/**
 * What make test leaves to .ci/run, because it takes more than half of the time of all: servers in
 * workerd, Chromium, processes that are killed, files that fill a disk, and whole compiles that
 * faster tests cover in part.
 */
const slow = [
  ...['browser', 'sign-up', 'operations'].map((folder) => `test/${folder}/**/*.test.ts`),
  ...['interruption', 'every-source', 'harvests', 'http'].map(
    (name) => `test/fetch/${name}.test.ts`,
  ),
  ...['cli', 'damage', 'full-disk', 'lock', 'optional-needs', 'pipeline', 'workers'].map(
    (name) => `test/compiler/${name}.test.ts`,
  ),
  ...[
    'account-object',
    'damaged-data',
    'hardening',
    'runtimes',
    'secrets',
    'serve',
    'shared-accounts',
    'slow-readers',
    'workerd',
  ].map((name) => `test/server/${name}.test.ts`),
  ...['bundle', 'pull', 'site'].map((name) => `test/bundle/${name}.test.ts`),
  'test/kit/bombs.test.ts',
  'test/mcp/mcp-server.test.ts',
  'test/laws/every-number.test.ts',
  'test/review/review.test.ts',
  'test/sources/other-programs.test.ts',
  'test/trace/**/*.test.ts',
];

/** What a process reads once, at its start, is set by these: certificates that it trusts. */
const ownProcess = ['test/sign-up/**/*.test.ts', 'test/browser/**/*.test.ts'];

/**
 * What make test leaves to make test-all: the publishers' files, and whatever takes long or needs
 * what few machines have.
 */
const nightly = ['test/**/*-real-files.test.ts', 'test/**/*.nightly.test.ts'];

/** What holds over compiled data, whichever they are. */
const laws = ['test/laws.test.ts', 'test/laws/**/*.test.ts'];
/** It asks for answers that the sample has. */
const ofSample = ['test/laws/every-number.test.ts'];

const report = process.env['LMI_TEST_REPORT'];

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    // The last line of .ci/run is made of the report.
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    maxWorkers: availableParallelism(),
    // A limit ends what hangs. What is too slow is for make bench to say: a busy machine takes five
    // minutes for what takes ten seconds.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    // Node reads our TypeScript itself. Vite would rewrite every module first, and each use of an
    // import would then be slower.
    experimental: { viteModuleRunner: false },
    // Tests make many objects that live briefly: with more memory for them than Node gives,
    // collecting takes half the time.
    execArgv: ['--max-semi-space-size=128'],
    projects: [
      {
        extends: true,
        // As many processes as cores run all files: importing the same modules in each took a
        // minute and a half.
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...slow, ...nightly],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: slow,
          exclude: [...ownProcess, ...nightly],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'own-process', include: ownProcess, exclude: nightly, isolate: true },
      },
      { extends: true, test: { name: 'nightly', include: nightly, isolate: false } },
      // The laws hold over the sample in make test, and over the real files at night.
      {
        extends: true,
        test: {
          name: 'nightly-laws',
          include: laws,
          exclude: ofSample,
          env: { LMI_TEST_LAWS: 'real files' },
          isolate: false,
        },
      },
    ],
  },
});

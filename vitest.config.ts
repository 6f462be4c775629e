import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Two cores: a real workerd, a compile and the tests themselves share them.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    pool: 'forks',
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    setupFiles: ['test/support/fast-check.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Of the fast tests, `npm run check`: the folders that need no model, store or browser.
    coverage: {
      include: ['src/{text,verify,evaluation,calibration,settings}/**'],
      reporter: ['text-summary'],
      thresholds: { lines: 97, branches: 90 },
    },
  },
});

import { defineConfig } from 'vitest/config';

/**
 * Tests that need a process to themselves: most that start worker threads, replace parts of Node, or count the code that runs.
 * All others share one, so that wink's lexicon and Fastify are loaded once and not once a file.
 */
const ALONE = [
  'test/models/**/*.test.ts',
  'test/nli/workers/*.test.ts',
  'test/nli/{bit-identity,choose-models}.test.ts',
  'test/scripts/fuzz/*.test.ts',
  'test/documents/process/*.test.ts',
  'test/server/api/gateways/litellm-sources.test.ts',
  'test/**/linear-work.test.ts',
  'test/{package,linear-patterns}.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: ['test/support/build-first.ts'],
    setupFiles: ['test/support/fast-check.ts'],
    // On two cores: a test in a browser, or next to a database or another process, waits for two fifths of its time.
    maxWorkers: 3,
    // For what hangs only: on a busy machine a test or hook may take many times what it takes alone.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      { extends: true, test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: ALONE, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
    // Of the fast tests, `npm run check`: the folders that need no model, store or browser.
    coverage: {
      include: ['src/{text,verify,evaluation,calibration,settings}/**'],
      reporter: ['text-summary'],
      thresholds: { lines: 97, branches: 90 },
    },
  },
});

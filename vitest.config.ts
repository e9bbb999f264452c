import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Worker threads started by the product inherit this and so can run the TypeScript sources.
    execArgv: ['--import', 'tsx'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

/**
 * How Stryker changes modules and runs their tests. scripts/mutation.mjs, which `npm run long -- --only mutation` runs,
 * says which modules and which tests, and judges the scores.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
// biome-ignore lint/style/noDefaultExport: Stryker asks for it.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  // What no unit test reads need not be copied.
  ignorePatterns: ['.cache', 'dist', 'apps', 'bench', 'docs', 'e2e', 'examples'],
  tempDirName: '.cache/mutation/sandbox',
  reporters: ['progress-append-only', 'json'],
  disableTypeChecks: false,
  ignoreStatic: false,
}

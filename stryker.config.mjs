/**
 * Mutation testing of the modules that decide amounts, signatures, links, chain ids and envelopes. Run by
 * `npm run long -- --only mutation`; a score below `break` fails it.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
// biome-ignore lint/style/noDefaultExport: Stryker asks for it.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [
    'packages/latchkey/src/protocol/amounts/*.ts',
    'packages/latchkey/src/protocol/formatUnits.ts',
    'packages/latchkey/src/protocol/caip.ts',
    'packages/latchkey/src/protocol/rpcMethods.ts',
    'packages/latchkey/src/protocol/schema/link.ts',
    'packages/latchkey/src/protocol/schema/imageLink.ts',
    'packages/latchkey/src/core/intent.ts',
    'packages/latchkey/src/features/send/{makeIntent,transferOf,lookalikeOf,sendPlan}.ts',
    'packages/latchkey/src/features/intent/{guardedProvider,passRequest}.ts',
    'packages/latchkey/src/siwx/message/*.ts',
    'packages/latchkey/src/siwx/verify/*.ts',
    'packages/sign-client/src/crypto/envelope.ts',
    'packages/sign-client/src/protocol/pairingUri.ts',
    '!**/*.test.ts',
  ],
  concurrency: 2,
  incremental: true,
  incrementalFile: '.cache/mutation/incremental.json',
  tempDirName: '.cache/mutation/sandbox',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 98, low: 95, break: 95 },
  disableTypeChecks: false,
  ignoreStatic: true,
}

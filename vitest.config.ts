import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/chromium.mjs'
import { testFramePages } from './scripts/testFramePages.mjs'

// Packages of this repository are read from their sources, so that no build is needed before a test.
const resolve = { conditions: ['source', 'module', 'import', 'default'] }
const ssr = {
  resolve: {
    // Without `import`: Node would take it for `require` too, and packages of two forms would mix them.
    conditions: ['source', 'node', 'default'],
    externalConditions: ['source', 'node', 'default'],
  },
}

const chromium = findChromium()
const launchOptions = chromium === undefined ? {} : { executablePath: chromium.path, args: chromium.args }

const browserConditions = ['source', 'module', 'browser', 'import', 'default']
// Found in the middle of a run, it would be bundled anew, with a second React.
const optimizeDeps = {
  include: [
    ...['react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime'],
    // The families' libraries, which screens load on demand.
    ...['@scure/base', '@scure/btc-signer', '@solana/kit'],
    ...['@polkadot-api/substrate-bindings', '@polkadot-api/metadata-builders'],
  ],
}
// Each project has its own: Vitest writes its name into it.
const browser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions }),
  instances: [{ browser: 'chromium' as const }],
})

/** Where a package of the older React is. */
const react18 = (name: string) =>
  fileURLToPath(new URL(`test/react-18/node_modules/${name}`, import.meta.url))

export default defineConfig({
  test: {
    // One for each core: much of what runs here waits for chains and sockets.
    maxWorkers: '100%',
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          setupFiles: ['packages/latchkey/src/testing/storedNames.ts'],
          environment: 'node',
          // A machine that does other work can be late; what hangs is a defect all the same.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          include: [
            '{packages/*,services,chains,chains/*,apps/*,examples/*}/src/**/*.test.ts',
            'services/site/**/*.test.ts',
            'services/recover/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.{browser,ledger,peer}.test.ts', '**/node_modules/**'],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'interop',
          environment: 'node',
          include: ['e2e/interop/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        resolve,
        ssr,
        test: {
          // With a bundler that `scripts/long/bundlerPeer.mjs` installs.
          name: 'bundler',
          environment: 'node',
          include: ['services/site/**/*.peer.test.ts'],
        },
      },
      {
        resolve,
        ssr,
        test: {
          // On the local chain of `chains/polkadot`, which has packages of its own.
          name: 'polkadot',
          environment: 'node',
          include: ['packages/latchkey/src/adapters/polkadot/**/*.ledger.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
      {
        plugins: [testFramePages()],
        resolve: { conditions: browserConditions },
        optimizeDeps,
        test: {
          name: 'component',
          // Screens are loaded when they are first wanted: from their sources, by the tests' server.
          testTimeout: 30_000,
          include: ['{packages/*/src,services/site}/**/*.test.tsx', 'packages/*/src/**/*.browser.test.ts'],
          provide: { react: 19 },
          browser: browser(),
        },
      },
      {
        plugins: [testFramePages()],
        resolve: {
          conditions: browserConditions,
          alias: { react: react18('react'), 'react-dom': react18('react-dom') },
        },
        optimizeDeps,
        test: {
          name: 'component-18',
          testTimeout: 30_000,
          include: ['packages/latchkey/src/**/*.test.tsx'],
          // What holds for every screen is no matter of React's version, and takes a minute.
          exclude: ['**/react/modal/views.test.tsx', '**/node_modules/**'],
          provide: { react: 18 },
          browser: browser(),
        },
      },
    ],
  },
})

declare module 'vitest' {
  interface ProvidedContext {
    /** Which major version of React the project runs with. */
    react: number
  }
}

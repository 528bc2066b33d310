import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/chromium.mjs'

// Packages of this repository are read from their sources, so that no build is needed before a test.
const resolve = { conditions: ['source', 'module', 'import', 'default'] }
const ssr = {
  resolve: {
    conditions: ['source', 'node', 'import', 'default'],
    externalConditions: ['source', 'node', 'import', 'default'],
  },
}

const chromium = findChromium()
const launchOptions = chromium === undefined ? {} : { executablePath: chromium.path, args: chromium.args }

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{packages/*,services,chains,apps/*,examples/*}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
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
        resolve: { conditions: ['source', 'module', 'browser', 'import', 'default'] },
        // Found in the middle of a run, it would be bundled anew, with a second React.
        optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime'] },
        test: {
          name: 'component',
          include: ['packages/*/src/**/*.test.tsx', 'packages/*/src/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})

import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { stack } from './setup/stack.js'

const chromium = findChromium()
if (chromium === undefined) throw new Error('No Chromium was found: node scripts/install-chromium.mjs')
const results = process.env.RESULTS

export default defineConfig({
  testDir: 'specs',
  outputDir: '../.cache/e2e',
  globalSetup: './setup/globalSetup.ts',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  workers: 2,
  // A test that fails once has a cause to be found and fixed, so nothing is retried.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter:
    results === undefined ? [['list']] : [['dot'], ['json', { outputFile: join(results, 'e2e.json') }]],
  use: {
    baseURL: stack.demo,
    viewport: { width: 1180, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Tracing every test is too slow: rerun a failed test with `--trace on`.
    trace: 'off',
    launchOptions: { executablePath: chromium.path, args: chromium.args },
  },
})

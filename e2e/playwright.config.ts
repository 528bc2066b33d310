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
  // A machine that does other work can be late; what fails twice is a defect.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter:
    results === undefined ? [['list']] : [['dot'], ['json', { outputFile: join(results, 'e2e.json') }]],
  use: {
    baseURL: stack.demo,
    viewport: { width: 1180, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Recording every first try costs more than it tells.
    trace: 'on-first-retry',
    launchOptions: { executablePath: chromium.path, args: chromium.args },
  },
})

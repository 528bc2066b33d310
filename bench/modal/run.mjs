// Measures how soon the modal appears and how smoothly the list of all wallets scrolls, in Chromium slowed down four
// times.
// Needs the built pages: `npm run build`. `node bench/modal/run.mjs [--runs N] [--json]`
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { findChromium } from '../../scripts/chromium.mjs'
import { serveApp } from '../../scripts/start/serveApp.mjs'
import { openDemo, openGallery } from './pages.mjs'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, json: { type: 'boolean', default: false } },
})
const runs = Number(values.runs)
const slowdown = Number(process.env.SLOWDOWN ?? 4)
const found = findChromium()
const browser = await chromium.launch({ ...(found && { executablePath: found.path, args: found.args }) })
const stops = []

try {
  const demo = await openDemo(serveApp)
  const gallery = await openGallery(serveApp)
  stops.push(demo.stop, gallery.stop)

  /** @type {{ frame: number, row: number }[]} */
  const opens = []
  for (let run = 0; run < runs; run++) opens.push(await timeOpening(demo.url))
  const scroll = await timeScrolling(`${gallery.url}/?fixture=AllWallets/many`)

  const figures = {
    slowdown,
    runs,
    clickToFirstFrame: summary(opens.map(({ frame }) => frame)),
    clickToFirstWalletRow: summary(opens.map(({ row }) => row)),
    allWallets: scroll,
  }
  if (values.json) console.log(JSON.stringify(figures))
  else print(figures)
} finally {
  await browser.close()
  for (const stop of stops) await stop()
}

/** A fresh profile each time, so that nothing is cached. @param {string} url */
async function timeOpening(url) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  const times = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const button = [...document.querySelectorAll('[data-latchkey="connect-button"]')]
          .map((host) => host.shadowRoot?.querySelector('button'))
          .find(Boolean)
        const mount = () => document.querySelector('[data-latchkey="modal"]')?.shadowRoot
        const startedAt = performance.now()
        let frame = 0
        button?.click()
        const look = () => {
          if (frame === 0 && mount()?.querySelector('[role=dialog]')) frame = performance.now() - startedAt
          if (mount()?.querySelector('.row')) resolve({ frame, row: performance.now() - startedAt })
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )
  await context.close()
  return /** @type {{ frame: number, row: number }} */ (times)
}

/** @param {string} url */
async function timeScrolling(url) {
  const context = await browser.newContext({ viewport: { width: 800, height: 800 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('grid').waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const result = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const root = document.querySelector('[data-latchkey="modal"]')?.shadowRoot
        const grid = root?.querySelector('[role=grid]')
        if (!root || !grid) throw new Error('no grid')
        /** @type {number[]} */
        const durations = []
        let most = 0
        let frames = 0
        let last = performance.now()
        const step = () => {
          const now = performance.now()
          if (frames > 2) durations.push(now - last)
          last = now
          frames++
          most = Math.max(most, root.querySelectorAll('[role=gridcell]').length)
          grid.scrollTop += 90
          if (grid.scrollTop + grid.clientHeight < grid.scrollHeight - 1) requestAnimationFrame(step)
          else resolve({ wallets: 600, durations, mostTilesInDocument: most })
        }
        requestAnimationFrame(step)
      }),
  )
  await context.close()
  const { durations, ...rest } =
    /** @type {{ wallets: number, durations: number[], mostTilesInDocument: number }} */ (result)
  const over50ms = durations.filter((each) => each > 50).length
  return { ...rest, frames: summary(durations), over50ms, count: durations.length }
}

/** @param {readonly number[]} times */
function summary(times) {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (/** @type {number} */ share) =>
    Math.round(sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0)
  return { min: at(0), median: at(0.5), max: at(1) }
}

/** @param {{ slowdown: number, runs: number, clickToFirstFrame: ReturnType<typeof summary>, clickToFirstWalletRow: ReturnType<typeof summary>, allWallets: Awaited<ReturnType<typeof timeScrolling>> }} figures */
function print({ clickToFirstFrame, clickToFirstWalletRow, allWallets }) {
  const line = (/** @type {string} */ name, /** @type {ReturnType<typeof summary>} */ { min, median, max }) =>
    console.log(`${name.padEnd(36)} median ${median} ms (${min} to ${max})`)
  console.log(`Chromium, CPU slowed ${slowdown} times, ${runs} fresh profiles`)
  line('click to first frame of the modal', clickToFirstFrame)
  line('click to first wallet row', clickToFirstWalletRow)
  const { frames, over50ms, count, mostTilesInDocument } = allWallets
  line('all wallets, 600 of them: frames', frames)
  console.log(
    `${''.padEnd(36)} ${over50ms} of ${count} over 50 ms, at most ${mostTilesInDocument} tiles in the document`,
  )
}

import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { buildApp } from '../../build.mjs'
import { findChromium } from '../../chromium.mjs'
import { root } from '../../install.mjs'
import { serveApp } from '../../start/serveApp.mjs'

/** The only font of all pictures, so that they look the same on every machine. */
export const font = join(
  root,
  'node_modules/vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2',
)

/** When pictures are taken, as the page has it. */
const now = '2026-03-21T12:00:00Z'

// Letters are drawn in grey, where the font has them, and colours as they are written, whatever the machine prefers.
const steadyArguments = [
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
]

/** @typedef {{ width: number, height: number, scale: number, isMobile?: boolean, hasTouch?: boolean }} Device */

/** The browser that pictures are taken with. */
export function launch() {
  const found = findChromium()
  const args = [...(found?.args ?? []), ...steadyArguments]
  return chromium.launch(found ? { executablePath: found.path, args } : { args })
}

/**
 * Serves a copy of the gallery at a separate address, because the original may be rebuilt meanwhile.
 *
 * @param {number} port
 */
export async function serveGallery(port) {
  buildApp('gallery')
  const folder = join(root, '.cache/pictures/gallery')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, 'apps/gallery/dist'), join(folder, 'dist'), { recursive: true })
  const stop = await serveApp({ folder, port, settings: {}, connect: [] })
  return { url: `http://localhost:${port}`, stop }
}

/** The names of the gallery's screens, as its first page lists them. @param {import('playwright').Browser} browser @param {string} url */
export async function screenNames(browser, url) {
  const page = await browser.newPage()
  await page.goto(url)
  const names = await page.locator('li a:first-child').allTextContents()
  await page.close()
  if (names.length === 0) throw new Error('The gallery lists no screen.')
  return names
}

/**
 * A place for pages in which nothing depends on the time, on chance, on the machine's fonts or on its language.
 *
 * @param {import('playwright').Browser} browser
 * @param {Device} device
 */
export async function openContext(browser, { width, height, scale, isMobile = false, hasTouch = false }) {
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile,
    hasTouch,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    // The font below is not the page's own.
    bypassCSP: true,
  })
  await context.clock.setFixedTime(now)
  await context.addInitScript(holdStill)
  await context.route('**/picture-font.woff2', (route) => route.fulfill({ path: font }))
  return context
}

/** Stops later timers, so that a slow machine shows no more of them than a fast one. (Runs in the page.) */
function holdStill() {
  const moment = 250
  const { setTimeout } = window
  // Without a camera the browser fails after a while, with one it asks; this makes both fail at once.
  const noCamera = () => Promise.reject(new DOMException('', 'NotFoundError'))
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = noCamera
  let random = 0
  Math.random = () => (random = (random + 0.618) % 1)
  window.setTimeout = /** @type {typeof setTimeout} */ (
    (/** @type {() => void} */ callback, /** @type {number} */ delay) =>
      delay > moment ? 0 : setTimeout(callback, delay)
  )
}

/**
 * A page that takes one screen after the other.
 *
 * @param {import('playwright').BrowserContext} context
 * @param {string} url The gallery's.
 */
export async function openCamera(context, url) {
  const page = await context.newPage()
  const loading = new Set()
  let asked = 0
  page.on('request', (request) => {
    asked += 1
    loading.add(request)
  })
  page.on('requestfinished', (request) => loading.delete(request))
  page.on('requestfailed', (request) => loading.delete(request))
  return {
    /** @param {string} query */
    async take(query) {
      loading.clear()
      await page.goto(`${url}/?${query}&font=Inter`)
      await page.evaluate(async () => {
        const face = new FontFace('Inter', 'url(/picture-font.woff2)', { weight: '100 900' })
        document.fonts.add(await face.load())
      })
      await page.locator('[data-latchkey="modal"] .dialog').waitFor()
      await page.locator('[data-latchkey="modal"] .view').waitFor()
      // QR codes and pictures load on demand, and may load more afterwards.
      for (let before = -1; loading.size > 0 || before !== asked; ) {
        before = asked
        await page.evaluate(untilDrawn)
      }
      return page.screenshot({ animations: 'disabled', caret: 'hide' })
    },
  }
}

/** Resolves once every picture is decoded and some frames have passed. (Runs in the page.) */
async function untilDrawn() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const pictures = () =>
    [...document.querySelectorAll('[data-latchkey]')].flatMap((mount) => [
      ...(mount.shadowRoot?.querySelectorAll('img') ?? []),
    ])
  for (let quiet = 0; quiet < 3; ) {
    await frame()
    quiet = pictures().every((picture) => picture.complete) ? quiet + 1 : 0
  }
  // A picture that cannot be decoded is drawn as a missing one.
  await Promise.all(pictures().map((picture) => picture.decode().catch(() => {})))
}

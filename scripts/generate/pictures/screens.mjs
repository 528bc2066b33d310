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

/** The page's time while pictures are taken. */
const now = '2026-03-21T12:00:00Z'

// Renders text in greyscale at whole pixels, and colours as sRGB, whatever the machine's settings.
const steadyArguments = [
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
]

/** @typedef {{ width: number, height: number, scale: number, isMobile?: boolean, hasTouch?: boolean }} Device */

/** The browser that takes the pictures. */
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

/**
 * The names of the gallery's screens, as its first page lists them, or of the surfaces of the wallet's site, as the page of these does.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} url
 * @param {'fixture' | 'site'} kind
 */
export async function screenNames(browser, url, kind = 'fixture') {
  const page = await browser.newPage()
  await page.goto(kind === 'site' ? `${url}/?site=` : url)
  const links = page.locator('li a:first-child')
  await links.first().waitFor()
  const names = await links.allTextContents()
  await page.close()
  if (names.length === 0) throw new Error('The gallery lists no screen.')
  return names
}

/**
 * Makes a browser context whose pages do not depend on the time, random numbers, or the machine's fonts and language.
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
    // The page's policy would block the font that is added below.
    bypassCSP: true,
  })
  await context.clock.setFixedTime(now)
  await context.addInitScript(holdStill)
  await context.route('**/picture-font.woff2', (route) => route.fulfill({ path: font }))
  return context
}

/** Drops long timers, so that slow and fast machines show the same. (Runs in the page.) */
function holdStill() {
  const moment = 250
  const { setTimeout } = window
  // A browser without a camera fails after a while, and one with a camera asks. Makes both fail at once.
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
 * Opens a page that takes pictures of screens, one after the other.
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
      if (query.startsWith('site=')) await page.locator('[data-latchkey="site"][data-is-there]').waitFor()
      else {
        await page.locator('[data-latchkey="modal"] .dialog').waitFor()
        await page.locator('[data-latchkey="modal"] .view').waitFor()
      }
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

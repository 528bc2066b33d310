// Takes a picture of every screen of the gallery: dark, light, right to left, and on a phone. Writes one contact sheet
// of each to docs/images; `--check` compares instead, and leaves what it saw in .cache/pictures where they differ.
// Pictures are drawn in one shipped font, without motion, so that they are alike on every machine.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { chromium } from 'playwright'
import { PNG } from 'pngjs'
import { buildApp } from '../build.mjs'
import { findChromium } from '../chromium.mjs'
import { root } from '../install.mjs'
import { serveApp } from '../start/serveApp.mjs'

/** How much of a screen may differ: browsers' versions draw the edges of letters a little differently. */
const tolerance = 0.02
const columns = 6
const label = 18
const scale = 0.5

const sheets = [
  { name: 'dark', query: 'theme=dark', width: 480, height: 720 },
  { name: 'light', query: 'theme=light', width: 480, height: 720 },
  { name: 'right-to-left', query: 'theme=light&dir=rtl', width: 480, height: 720 },
  { name: 'phone', query: 'theme=dark', width: 360, height: 680, isMobile: true, hasTouch: true },
]
/** What the README shows: three screens beside each other. */
const cover = [
  ['Connect/content', 'light'],
  ['ConnectingWalletConnect/content', 'dark'],
  ['Account/portfolio', 'light'],
]

const font = join(root, 'node_modules/vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2')
const isCheck = process.argv.includes('--check')
const images = join(root, 'docs/images')
const seen = join(root, '.cache/pictures')
mkdirSync(images, { recursive: true })
mkdirSync(seen, { recursive: true })

buildApp('gallery')
const port = Number(process.env.GALLERY_PORT ?? 4879)
// A copy, so that the gallery may be built again meanwhile.
const folder = join(root, '.cache/pictures/gallery')
rmSync(folder, { recursive: true, force: true })
cpSync(join(root, 'apps/gallery/dist'), join(folder, 'dist'), { recursive: true })
const stop = await serveApp({ folder, port, settings: {}, connect: [] })
const found = findChromium()
const browser = await chromium.launch(found ? { executablePath: found.path, args: found.args } : {})
/** @type {string[]} */
const problems = []
try {
  const names = await fixtureNames()
  for (const sheet of sheets) {
    const pictures = await takeAll(names, sheet)
    const drawn = await compose(names, pictures, sheet)
    if (isCheck) compare(names, drawn, sheet)
    else writeFileSync(join(images, `${sheet.name}.png`), PNG.sync.write(drawn))
  }
  if (!isCheck) writeFileSync(join(images, 'modal.png'), await drawCover())
} finally {
  await browser.close()
  await stop()
}
for (const problem of problems) console.log(problem)
console.log(
  isCheck
    ? `pictures: ${problems.length} screens differ by more than ${tolerance * 100} %`
    : 'pictures: taken',
)
process.exit(problems.length === 0 ? 0 : 1)

/** @returns {Promise<string[]>} */
async function fixtureNames() {
  const page = await browser.newPage()
  await page.goto(`http://localhost:${port}/`)
  const names = await page.locator('li a:first-child').allTextContents()
  await page.close()
  return names
}

/** @typedef {typeof sheets[number]} Sheet */

/** @param {string[]} names @param {Sheet} sheet @returns {Promise<Map<string, Buffer>>} */
async function takeAll(names, sheet) {
  const context = await open({ ...sheet, scale })
  const waiting = [...names]
  /** @type {Map<string, Buffer>} */
  const pictures = new Map()
  const work = async () => {
    const page = await context.newPage()
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      pictures.set(name, await take(page, `fixture=${name}&${sheet.query}`))
    }
  }
  await Promise.all([work(), work()])
  await context.close()
  return pictures
}

/** @param {{ width: number, height: number, isMobile?: boolean, hasTouch?: boolean, scale: number }} options */
async function open({ width, height, isMobile = false, hasTouch = false, scale: deviceScaleFactor }) {
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile,
    hasTouch,
    deviceScaleFactor,
    reducedMotion: 'reduce',
    // The font below is not the page's own.
    bypassCSP: true,
  })
  await context.route('**/picture-font.woff2', (route) => route.fulfill({ path: font }))
  return context
}

/** @param {import('playwright').Page} page @param {string} query */
async function take(page, query) {
  await page.goto(`http://localhost:${port}/?${query}&font=Inter`)
  await page.evaluate(async () => {
    const face = new FontFace('Inter', 'url(/picture-font.woff2)', { weight: '100 900' })
    document.fonts.add(await face.load())
  })
  await page.locator('[data-latchkey="modal"] .dialog').waitFor()
  await page.evaluate(untilDrawn)
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

/** Resolves once nothing more was loaded for some frames: views, codes and pictures come on demand. (Runs in the page.) */
async function untilDrawn() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const loaded = () => performance.getEntriesByType('resource').length
  const isPending = () => {
    const mounts = [...document.querySelectorAll('[data-latchkey]')]
    return mounts.some((mount) =>
      [...(mount.shadowRoot?.querySelectorAll('img') ?? [])].some((image) => !image.complete),
    )
  }
  for (let quiet = 0, before = loaded(); quiet < 10; before = loaded()) {
    await frame()
    quiet = loaded() === before && !isPending() ? quiet + 1 : 0
  }
}

/** Lays the pictures out as a sheet, each with its name. @param {string[]} names @param {Map<string, Buffer>} pictures @param {Sheet} sheet */
async function compose(names, pictures, sheet) {
  const { cellWidth, cellHeight } = cellOf(sheet)
  const rows = Math.ceil(names.length / columns)
  const page = await browser.newPage({
    viewport: { width: columns * cellWidth, height: rows * (cellHeight + label) },
  })
  const figures = names.map((name) => {
    const data = pictures.get(name)?.toString('base64')
    return `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${data}"></figure>`
  })
  await page.setContent(`<style>
    body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, ${cellWidth}px); background: #fff }
    figure { margin: 0 } img { display: block; width: ${cellWidth}px; height: ${cellHeight}px }
    figcaption { height: ${label}px; font: 11px/${label}px sans-serif; padding-left: 4px; overflow: hidden }
  </style>${figures.join('')}`)
  const shot = PNG.sync.read(await page.screenshot())
  await page.close()
  return shot
}

/** @param {Sheet} sheet */
function cellOf({ width, height }) {
  return { cellWidth: Math.floor(width * scale), cellHeight: Math.floor(height * scale) }
}

/** @param {string[]} names @param {PNG} drawn @param {Sheet} sheet */
function compare(names, drawn, sheet) {
  const kept = PNG.sync.read(readFileSync(join(images, `${sheet.name}.png`)))
  if (kept.width !== drawn.width || kept.height !== drawn.height) {
    problems.push(`${sheet.name}: the gallery has other screens now: node scripts/generate/pictures.mjs`)
    return
  }
  const { cellWidth, cellHeight } = cellOf(sheet)
  for (const [index, name] of names.entries()) {
    const left = (index % columns) * cellWidth
    const top = Math.floor(index / columns) * (cellHeight + label) + label
    const [before, after] = [kept, drawn].map((sheetOf) => cut(sheetOf, left, top, cellWidth, cellHeight))
    if (before === undefined || after === undefined) continue
    const difference = new PNG({ width: cellWidth, height: cellHeight })
    const count = pixelmatch(before.data, after.data, difference.data, cellWidth, cellHeight, {
      threshold: 0.2,
    })
    const share = count / (cellWidth * cellHeight)
    if (share <= tolerance) continue
    const file = `${sheet.name}-${name.replace('/', '-')}`
    writeFileSync(join(seen, `${file}.png`), PNG.sync.write(after))
    writeFileSync(join(seen, `${file}.difference.png`), PNG.sync.write(difference))
    problems.push(
      `${sheet.name} ${name}: ${(share * 100).toFixed(1)} % differs, see .cache/pictures/${file}.png`,
    )
  }
}

/** @param {PNG} sheet @param {number} left @param {number} top @param {number} width @param {number} height */
function cut(sheet, left, top, width, height) {
  const piece = new PNG({ width, height })
  PNG.bitblt(sheet, piece, left, top, width, height, 0, 0)
  return piece
}

async function drawCover() {
  const context = await open({ width: 440, height: 720, scale: 2 })
  const page = await context.newPage()
  const shots = []
  for (const [name, theme] of cover) shots.push(await take(page, `fixture=${name}&theme=${theme}`))
  await context.close()
  const sheet = await browser.newPage({ viewport: { width: 1320, height: 720 }, deviceScaleFactor: 1.5 })
  await sheet.setContent(
    `<style>body { margin: 0; display: flex } img { width: 440px }</style>${shots
      .map((shot) => `<img src="data:image/png;base64,${shot.toString('base64')}">`)
      .join('')}`,
  )
  const picture = await sheet.screenshot()
  await sheet.close()
  return picture
}

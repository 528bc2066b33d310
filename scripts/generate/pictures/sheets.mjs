import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { root } from '../../install.mjs'
import { font } from './screens.mjs'

const columns = 6
const label = 18

/** The folder of the sheets. */
export const images = join(root, 'docs/images')
const recordFile = join(images, 'screens.json')

/**
 * The contact sheets. Each has every screen of its kind once, small, because people look at them together.
 *
 * @type {readonly Sheet[]}
 */
export const sheets = [
  { name: 'dark', query: 'theme=dark', width: 480, height: 720, scale: 0.5 },
  { name: 'light', query: 'theme=light', width: 480, height: 720, scale: 0.5 },
  { name: 'right-to-left', query: 'theme=light&dir=rtl', width: 480, height: 720, scale: 0.5 },
  {
    name: 'phone',
    query: 'theme=dark',
    width: 360,
    height: 680,
    scale: 0.5,
    isMobile: true,
    hasTouch: true,
  },
  // The wallet's own surfaces, as large as the modal's place for them, and in a narrow window.
  { name: 'site', kind: 'site', query: 'theme=light', width: 400, height: 640, scale: 0.5 },
  { name: 'site-dark', kind: 'site', query: 'theme=dark', width: 360, height: 640, scale: 0.5 },
]

/**
 * `kind`: screens of the modal, unless it is `site`: surfaces of the wallet's site.
 *
 * @typedef {import('./screens.mjs').Device & { name: string, kind?: 'site', query: string }} Sheet
 */
/**
 * The screens and surfaces of the kept sheets, in order, and the browser that rendered them.
 *
 * @typedef {{ chromium: string, screens: string[], surfaces: string[] }} Record
 */

/**
 * Lays pictures out as a sheet, each with its name, and writes it to its file.
 *
 * @param {import('playwright').Browser} browser
 * @param {ReadonlyMap<string, Buffer>} pictures
 * @param {Sheet} sheet
 */
export async function keepSheet(browser, pictures, sheet) {
  const { width, height } = cellOf(sheet)
  const rows = Math.ceil(pictures.size / columns)
  const viewport = { width: columns * width, height: rows * (height + label) }
  const page = await browser.newPage({ viewport })
  const figures = [...pictures].map(
    ([name, picture]) =>
      `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${picture.toString('base64')}"></figure>`,
  )
  await page.setContent(`<style>
    @font-face { font-family: Inter; src: url(data:font/woff2;base64,${readFileSync(font, 'base64')}) }
    body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, ${width}px); background: #fff }
    figure { margin: 0 } img { display: block; width: ${width}px; height: ${height}px }
    figcaption { height: ${label}px; font: 11px/${label}px Inter; padding-left: 4px; overflow: hidden }
  </style>${figures.join('')}`)
  await page.evaluate(() => document.fonts.ready)
  writeFileSync(join(images, `${sheet.name}.png`), await page.screenshot())
  await page.close()
}

/**
 * Returns a function that reads a screen from a kept sheet by its index in the record.
 *
 * @param {Sheet} sheet
 * @returns {(index: number) => PNG}
 */
export function readSheet(sheet) {
  const whole = PNG.sync.read(readFileSync(join(images, `${sheet.name}.png`)))
  const { width, height } = cellOf(sheet)
  return (index) => {
    const piece = new PNG({ width, height })
    const left = (index % columns) * width
    const top = Math.floor(index / columns) * (height + label) + label
    PNG.bitblt(whole, piece, left, top, width, height, 0, 0)
    return piece
  }
}

/** @param {Sheet} sheet */
function cellOf({ width, height, scale }) {
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) }
}

/** @returns {Record} */
export function readRecord() {
  return JSON.parse(readFileSync(recordFile, 'utf8'))
}

/** @param {Record} record */
export function keepRecord(record) {
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`)
}

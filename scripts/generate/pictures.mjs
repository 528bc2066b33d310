// Takes a picture of every screen of the gallery: dark, light, right to left, and on a phone; and of every surface of the
// wallet's site: light, and dark and narrow. Writes one contact sheet of each to docs/images; `--check` compares instead, and writes differences to .cache/pictures/differences.
// `--check light phone` compares only these sheets; `site site-dark` takes only these anew.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../install.mjs'
import { clearDifferences, compareScreens, tolerance } from './pictures/compareScreens.mjs'
import { joinPictures } from './pictures/joinPictures.mjs'
import { launch, openCamera, openContext, screenNames, serveGallery } from './pictures/screens.mjs'
import { images, keepRecord, keepSheet, readRecord, sheets } from './pictures/sheets.mjs'

/** The picture in the README: three screens side by side. */
const cover = [
  ['Connect/content', 'light'],
  ['ConnectingWalletConnect/content', 'dark'],
  ['Account/portfolio', 'light'],
]
const named = process.argv.slice(2).filter((argument) => argument !== '--check')
const wanted = named.length === 0 ? sheets : sheets.filter(({ name }) => named.includes(name))
const again = 'node scripts/generate/pictures.mjs'

mkdirSync(images, { recursive: true })
const gallery = await serveGallery(Number(process.env.GALLERY_PORT ?? 4879))
const browser = await launch()
let isSound = true
try {
  const names = {
    screens: await screenNames(browser, gallery.url),
    surfaces: await screenNames(browser, gallery.url, 'site'),
  }
  if (process.argv.includes('--check')) isSound = await check(names)
  else await keep(names)
} finally {
  await browser.close()
  await gallery.stop()
}
process.exit(isSound ? 0 : 1)

/** @typedef {{ screens: string[], surfaces: string[] }} Names */

/** @param {Names} names @param {import('./pictures/sheets.mjs').Sheet} sheet */
function namesOn(names, { kind }) {
  return kind === 'site' ? names.surfaces : names.screens
}

/** @param {Names} names */
async function keep(names) {
  // The record has one list of names for all sheets of a kind.
  const isLeft = (/** @type {'site' | undefined} */ kind) =>
    sheets.some((sheet) => sheet.kind === kind && !wanted.includes(sheet))
  const record = readRecord()
  const kept = {
    screens: isLeft(undefined) ? record.screens : names.screens,
    surfaces: isLeft('site') ? record.surfaces : names.surfaces,
  }
  for (const sheet of wanted) await keepSheet(browser, await takeAll(namesOn(kept, sheet), sheet), sheet)
  keepRecord({ chromium: browser.version(), ...kept })
  if (named.length === 0) writeFileSync(join(images, 'modal.png'), await drawCover())
  console.log(
    `pictures: ${names.screens.length} screens, ${names.surfaces.length} surfaces; ${wanted.length} sheets in ${relative(root, images)}`,
  )
}

/** @param {Names} names */
async function check(names) {
  clearDifferences()
  const record = readRecord()
  const all = [...names.screens, ...names.surfaces]
  const kept = [...record.screens, ...record.surfaces]
  const problems = [
    ...all.filter((name) => !kept.includes(name)).map((name) => `${name}: has no picture yet`),
    ...kept.filter((name) => !all.includes(name)).map((name) => `${name}: is gone from the gallery`),
  ]
  let largest = 0
  for (const sheet of wanted) {
    const own = namesOn(names, sheet)
    const found = compareScreens(await takeAll(own, sheet), namesOn(record, sheet), sheet)
    problems.push(...found.problems)
    largest = Math.max(largest, found.largest)
  }
  for (const problem of problems) console.log(problem)
  const count = wanted.reduce((sum, sheet) => sum + namesOn(names, sheet).length, 0)
  console.log(
    `pictures: ${problems.length} of ${count} differ; the largest difference is ${(largest * 100).toFixed(3)} %, ${tolerance.share * 100} % are allowed`,
  )
  if (problems.length > 0) console.log(advice(problems.length > count / 2, record.chromium))
  return problems.length === 0
}

/** @param {boolean} isMost @param {string} keptWith */
function advice(isMost, keptWith) {
  const versions = `The pictures were taken with Chromium ${keptWith}; this is ${browser.version()} on ${process.platform}.`
  return isMost
    ? `${versions} That most of them differ says that letters or edges are drawn otherwise here: compare with that version on Linux before you take them anew.`
    : `${versions} If the change is meant, take them anew and look at them: ${again}`
}

/** @param {readonly string[]} names @param {import('./pictures/sheets.mjs').Sheet} sheet @returns {Promise<Map<string, Buffer>>} */
async function takeAll(names, sheet) {
  const context = await openContext(browser, sheet)
  const waiting = [...names]
  /** @type {Map<string, Buffer>} */
  const taken = new Map()
  const work = async () => {
    const camera = await openCamera(context, gallery.url)
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      taken.set(name, await camera.take(`${sheet.kind ?? 'fixture'}=${name}&${sheet.query}`))
    }
  }
  await Promise.all([work(), work()])
  await context.close()
  // In the gallery's order; the two pages finish in any order.
  return new Map(names.flatMap((name) => pairOf(name, taken.get(name))))
}

/** @param {string} name @param {Buffer | undefined} picture @returns {[string, Buffer][]} */
function pairOf(name, picture) {
  return picture === undefined ? [] : [[name, picture]]
}

async function drawCover() {
  const size = { width: 440, height: 720 }
  const context = await openContext(browser, { ...size, scale: 2 })
  const camera = await openCamera(context, gallery.url)
  const shots = []
  for (const [name, theme] of cover) shots.push(await camera.take(`fixture=${name}&theme=${theme}`))
  await context.close()
  return joinPictures(browser, shots, size)
}

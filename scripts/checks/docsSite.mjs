// Builds the docs site, which fails on a link to a missing page, and opens every page in a browser at a phone's width.
// Reports errors, horizontal scrolling, and links to missing headings. Then checks the playground: its modal must
// follow the controls and connect, and axe must find no violations.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { build, serve } from 'vitepress'
import { findChromium } from '../chromium.mjs'
import { fail, root } from '../install.mjs'

const docs = join(root, 'docs')
await build(docs)
const site = await serve({ root: docs, port: 0 })
const address = site.server?.address()
if (typeof address !== 'object' || address === null) throw new Error('the site is not served')

const found = findChromium() ?? fail('No Chromium was found: node scripts/install-chromium.mjs')
const browser = await chromium.launch({ executablePath: found.path, args: found.args })
const page = await browser.newPage({
  baseURL: `http://localhost:${address.port}`,
  viewport: { width: 360, height: 780 },
})
// A busy machine may take long; nothing here measures time.
page.setDefaultTimeout(120_000)
/** @type {string[]} */
const problems = []
const report = (/** @type {string} */ what) => problems.push(`${new URL(page.url()).pathname}: ${what}`)
page.on('pageerror', (error) => report(error.message))
page.on('console', (message) => {
  if (['error', 'warning'].includes(message.type())) report(message.text())
})
page.on('response', (response) => {
  if (response.status() >= 400) report(`${response.status()} for ${response.url()}`)
})

const paths = readdirSync(join(docs, '.vitepress/dist'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && file !== '404.html')
  .map((file) => `/${file.replace(/(index)?\.html$/, '').replaceAll('\\', '/')}`)
/** The pages that contain a modal. */
const live = new Set(['/', '/guides/theming'])
/** @type {Set<string>} */
const headings = new Set()
/** @type {{ from: string, to: string }[]} */
const links = []
for (const path of paths) {
  await page.goto(path)
  if (live.has(path)) {
    await page.locator('.live-modal').scrollIntoViewIfNeeded()
    await page.locator('.live-modal').getByRole('region').waitFor()
  }
  const seen = await page.evaluate(() => ({
    excess: document.documentElement.scrollWidth - innerWidth,
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    hrefs: [...document.querySelectorAll('.vp-doc a')].map(
      (link) => /** @type {HTMLAnchorElement} */ (link).href,
    ),
  }))
  if (seen.excess > 0) report(`${seen.excess} px wider than a phone`)
  for (const id of seen.ids) headings.add(`${path}#${id}`)
  for (const href of seen.hrefs) {
    const { origin, pathname, hash } = new URL(href)
    if (origin === new URL(page.url()).origin && hash !== '') {
      links.push({ from: path, to: `${pathname}${decodeURIComponent(hash)}` })
    }
  }
}
for (const { from, to } of links) if (!headings.has(to)) problems.push(`${from}: no heading at ${to}`)

await page.setViewportSize({ width: 1280, height: 900 })
// Colours are measured as they stay, not while a screen fades in.
await page.emulateMedia({ reducedMotion: 'reduce' })
await page.goto('/guides/theming')
const playground = page.locator('.playground')
await playground.scrollIntoViewIfNeeded()
await playground.getByRole('button', { name: 'Reef' }).click()
const modal = playground.getByRole('region')
await modal.getByRole('button', { name: /Meadow/ }).click()
await modal.getByText('12.345 ETH').waitFor()
const accent = await modal.evaluate((element) =>
  getComputedStyle(element).getPropertyValue('--accent').trim(),
)
if (accent !== '#0b7a75') report(`the modal's accent is ${accent}`)
await playground.getByRole('button', { name: 'Code' }).click()
await modal.getByRole('img').first().waitFor()

await modal.evaluate(async (element) => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const moving = element.getAnimations({ subtree: true })
  const ending = moving.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
})
await page.addScriptTag({ path: join(root, 'node_modules/axe-core/axe.min.js') })
const violations = await page.evaluate(async () => {
  const { axe } = /** @type {typeof globalThis & { axe: typeof import('axe-core') }} */ (globalThis)
  const results = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
})
for (const violation of violations) report(violation)

await browser.close()
site.server?.close()
for (const problem of problems) console.log(problem)
console.log(`docs: ${paths.length} pages, ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)

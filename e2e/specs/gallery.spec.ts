import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { elsewhere, views as rows } from '../faults/views.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

const views = [...Object.keys(rows), ...Object.keys(elsewhere)].sort()
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

// No motion, so that a screen does not change while it is examined.
test.use({ contextOptions: { reducedMotion: 'reduce' }, trace: 'off' })

test('has fixtures of exactly these views', async ({ page }) => {
  const names = await fixturesOf(page)
  expect([...new Set(names.map((name) => name.split('/')[0]))].sort()).toEqual(views)
})

for (const view of views) {
  for (const theme of ['dark', 'light'] as const) {
    test(`${view} passes axe in ${theme}, and fits a narrow page`, async ({ page }) => {
      const source = await readFile(axe, 'utf8')
      const wide = page.viewportSize() ?? { width: 1180, height: 900 }
      for (const name of await fixturesOf(page, `${view}/`)) {
        await test.step(name, async () => {
          await page.goto(`${stack.gallery}/?fixture=${name}&theme=${theme}`)
          await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible()
          await page.evaluate(() => document.fonts.ready)
          await page.evaluate(source)
          expect(await violations(page), `${name}, ${theme}`).toEqual([])
          await page.setViewportSize({ width: 360, height: 740 })
          expect(await overflowing(page), `${name} on a page of 360 pixels`).toEqual([])
          await page.setViewportSize(wide)
        })
      }
    })
  }
}

/** Returns the gallery's fixture names with a prefix, from its index page. */
async function fixturesOf(page: Page, start = ''): Promise<readonly string[]> {
  await page.goto(stack.gallery)
  const links = page.getByRole('listitem').locator('a:first-child')
  await expect(links.first()).toBeVisible()
  const names = await links.allTextContents()
  const wanted = names.filter((name) => name.startsWith(start))
  expect(wanted).not.toEqual([])
  return wanted
}

/** Returns the page's axe-core violations, shadow roots included: each rule with its elements. */
function violations(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    // Hosts provide the page's headings; the gallery's pages have none.
    const rules = { 'page-has-heading-one': { enabled: false } }
    const options: RunOptions = { resultTypes: ['violations'], preload: false, rules }
    const run = (window as unknown as { readonly axe: { run: (options: RunOptions) => Promise<AxeResults> } })
      .axe.run
    const results = await run(options)
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    )
  })
}

/** Returns what overflows the page's sides, in the page or in the kit's shadow roots. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const roots = [...document.querySelectorAll('[data-latchkey]')].map((host) => host.shadowRoot)
    const elements = [document, ...roots].flatMap((root) => [...(root?.querySelectorAll('*') ?? [])])
    return elements
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < -0.5 || right > width + 0.5
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })
}

import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAsks } from '../page/asks.js'
import { createSiteStore } from '../page/siteState.js'
import type { WorkerApi } from '../worker/walletApi.js'
import { AddWay } from './AddWay.js'
import { Root } from './Root.js'
import { Security } from './Security.js'
import { type Site, SiteContext } from './SiteContext.js'
import { Surface } from './Surface.js'

/** A worker that answers after a moment, as the real one does, and counts what it is asked. */
function countingWallet() {
  const asked: { [name: string]: number } = {}
  const answers: { readonly [name: string]: unknown } = {
    open: { status: 'ready', wallet: { custody: 'self', ways: [], isBackedUp: true, addresses: {} } },
    makeKit: { words: 'abandon ability able', file: '{}' },
    records: { permissions: [] },
    log: [],
  }
  const wallet = new Proxy({} as WorkerApi, {
    get: (_, name: string) => async () => {
      asked[name] = (asked[name] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      return answers[name]
    },
  })
  return { asked, wallet }
}

function draw(view: ReactNode, wallet: WorkerApi, change: Partial<Site> = {}) {
  const host = document.body.appendChild(document.createElement('div'))
  const store = change.store ?? createSiteStore('window')
  const site: Site = {
    ...{ store, wallet, asks: createAsks(store), seesVisibility: true },
    ...{ openWindow: () => {}, giveUpWindow: () => {}, tellLeave: () => {}, ...change },
  }
  const root = createRoot(host)
  root.render(
    <SiteContext.Provider value={site}>
      <Root host={host}>{view}</Root>
    </SiteContext.Provider>,
  )
  return () => {
    root.unmount()
    host.remove()
  }
}

/** The element that the keyboard is on, inside the surface. */
const focused = () => document.activeElement?.shadowRoot?.activeElement

const moment = () => new Promise((resolve) => setTimeout(resolve, 300))

test('the kit that is shown is the only one that is made, and the one that is kept', async () => {
  const { asked, wallet } = countingWallet()
  const remove = draw(<AddWay title="Ways" onDone={() => {}} onLeave={() => {}} />, wallet)
  await page.getByRole('button', { name: /Make a recovery kit/ }).click()
  await expect.element(page.getByText('ability')).toBeVisible()
  await moment()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await moment()
  expect(asked).toEqual({ makeKit: 1, keepKit: 1 })
  remove()
})

test('security asks for the wallet once', async () => {
  const { asked, wallet } = countingWallet()
  const remove = draw(<Security onLeave={() => {}} />, wallet)
  await expect.element(page.getByRole('button', { name: 'Add a way in' })).toBeVisible()
  await moment()
  expect(asked).toEqual({ open: 1, records: 1, log: 1 })
  remove()
})

test('the keyboard is on the new step when the old one has gone, and on its field if it has one', async () => {
  const { wallet } = countingWallet()
  const remove = draw(<AddWay title="Ways" onDone={() => {}} onLeave={() => {}} />, wallet)
  await page.getByRole('button', { name: /Make a recovery kit/ }).click()
  await expect.poll(() => focused()?.textContent).toBe('Your recovery kit')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => focused()?.textContent).toBe('Ways')
  await page.getByRole('button', { name: /Set a wallet password/ }).click()
  await expect.poll(() => focused()).toBe(page.getByLabelText('Wallet password', { exact: true }).element())
  remove()
})

test('the keyboard leaves an iframe at its edges, to the page around it', async () => {
  const { wallet } = countingWallet()
  const left: string[] = []
  const store = createSiteStore('iframe')
  const asks = createAsks(store)
  const remove = draw(<Surface />, wallet, {
    ...{ store, asks, seesVisibility: false, tellLeave: (way: string) => left.push(way) },
  })
  asks.ask({ id: 'one', kind: 'passkey' }, new AbortController().signal).catch(() => {})
  const button = page.getByRole('button', { name: 'Use a passkey' })
  await expect.element(button).toBeVisible()
  button.element().focus()
  await userEvent.keyboard('{Tab}')
  expect(focused()?.textContent).toBe('Cancel')
  expect(left).toEqual([])
  await userEvent.keyboard('{Tab}')
  expect(left).toEqual(['forward'])
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
  expect(left).toEqual(['forward'])
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(left).toEqual(['forward', 'back'])
  await userEvent.keyboard('{Escape}')
  expect(left).toEqual(['forward', 'back', 'escape'])
  remove()
})

test('a surface that is too small says so and offers a window, where it would only be dead', async () => {
  const { wallet } = countingWallet()
  const opened: string[] = []
  const store = createSiteStore('iframe')
  const asks = createAsks(store)
  await page.viewport(360, 280)
  const remove = draw(<Surface />, wallet, { store, asks, openWindow: (id: string) => opened.push(id) })
  asks.ask({ id: 'one', kind: 'backup' }, new AbortController().signal).catch(() => {})
  await expect.element(page.getByText(/There is too little room/), { timeout: 10_000 }).toBeVisible()
  await page.getByRole('button', { name: 'Open the window' }).click()
  expect(opened).toEqual(['one'])
  remove()
  await page.viewport(414, 896)
})

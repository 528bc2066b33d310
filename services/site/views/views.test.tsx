import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAsks } from '../page/asks.js'
import { createSiteStore } from '../page/siteState.js'
import { SiteError } from '../page/toFrameError.js'
import type { WorkerApi } from '../worker/walletApi.js'
import { AddWay } from './AddWay.js'
import { Delete } from './Delete.js'
import { Export } from './Export.js'
import { Layout } from './Layout.js'
import { Recover } from './Recover.js'
import { Refused } from './Refused.js'
import { Root } from './Root.js'
import { Security } from './Security.js'
import { type Site, SiteContext } from './SiteContext.js'
import { Surface } from './Surface.js'
import { Values } from './Values.js'

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

test('the wallet’s own window prints the words of the kit; a frame cannot', async () => {
  const { wallet } = countingWallet()
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  for (const surface of ['window', 'iframe'] as const) {
    const view = <AddWay title="Ways" onDone={() => {}} onLeave={() => {}} />
    const remove = draw(view, wallet, { store: createSiteStore(surface) })
    await page.getByRole('button', { name: /Make a recovery kit/ }).click()
    await expect.element(page.getByText('ability')).toBeVisible()
    const printing = page.getByRole('button', { name: 'Print the words' })
    if (surface === 'window') await printing.click()
    else expect(printing.query()).toBeNull()
    remove()
  }
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
})

test('security asks for the wallet once', async () => {
  const { asked, wallet } = countingWallet()
  const remove = draw(<Security onLeave={() => {}} />, wallet)
  await expect.element(page.getByRole('button', { name: 'Add a way in' })).toBeVisible()
  await moment()
  expect(asked).toEqual({ open: 1, records: 1, log: 1 })
  remove()
})

test('a kit that could not be kept is dropped when the visitor goes back', async () => {
  const { asked, wallet } = countingWallet()
  const keepKit = () => Promise.reject(new SiteError('network', 'No answer'))
  const failing = new Proxy(wallet, {
    get: (of, name) => (name === 'keepKit' ? keepKit : Reflect.get(of, name)),
  })
  const remove = draw(<AddWay title="Ways" onDone={() => {}} onLeave={() => {}} />, failing)
  await page.getByRole('button', { name: /Make a recovery kit/ }).click()
  await expect.element(page.getByText('ability')).toBeVisible()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => asked).toEqual({ makeKit: 1, dropKit: 1 })
  remove()
})

test.each(['locked', 'elsewhere'])('security says that a wallet which is %s did not open', async (status) => {
  const wallet = { open: async () => ({ status, ways: [] }) } as unknown as WorkerApi
  const remove = draw(<Security onLeave={() => {}} />, wallet)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
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

test('a kit that is being written down is the same after the surface was too small', async () => {
  const { asked, wallet } = countingWallet()
  const store = createSiteStore('iframe')
  const asks = createAsks(store)
  await page.viewport(414, 896)
  const remove = draw(<Surface />, wallet, { store, asks })
  asks.ask({ id: 'one', kind: 'backup' }, new AbortController().signal).catch(() => {})
  const make = page.getByRole('button', { name: /Make a recovery kit/ })
  // The surface takes no press of a hand here: this browser does not say that it is visible.
  await expect.element(make).toBeInTheDocument()
  ;(make.element() as HTMLElement).click()
  await expect.element(page.getByText('ability')).toBeInTheDocument()
  await page.viewport(360, 280)
  await expect.element(page.getByText(/There is too little room/), { timeout: 10_000 }).toBeVisible()
  await expect.element(page.getByText('ability')).not.toBeVisible()
  await expect.element(page.getByText('ability')).toBeInTheDocument()
  expect(asked).toEqual({ makeKit: 1 })
  remove()
  await page.viewport(414, 896)
})

/** A worker whose login is too old for anything dangerous, until the same visitor logs in again. */
function staleWallet() {
  const done: string[] = []
  let isFresh = false
  const needFresh = (name: string) => {
    done.push(name)
    if (!isFresh) throw new SiteError('login_again', 'Log in again first')
  }
  const wallet = {
    user: async () => ({ id: 'ann', email: 'ann@example.com' }),
    balances: async () => [],
    async words() {
      needFresh('words')
      return 'abandon ability able'
    },
    deleteAccount: async () => needFresh('delete'),
    loginWays: async () => ({ email: true, passkey: false, socials: ['github'], farcaster: false }),
    loginByEmail: async () => ({ action: 'VERIFY_OTP', expiresIn: 300, retryIn: 30 }),
    async loginByCode(code: string, only?: string) {
      if (code !== '222222' || only !== 'ann') throw new SiteError('login_other', 'Another account')
      isFresh = true
    },
  } as unknown as WorkerApi
  return { done, wallet }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Logs in with a code from where a view offers it; the code of another account is refused. */
async function logInAgain() {
  await button('Log in').click()
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('ann@example.com')
  await button('Send a code').click()
  for (const code of ['111111', '222222']) {
    await page.getByLabelText(/The code from the mail/).fill(code)
    await button('Log in').click()
    if (code === '111111')
      await expect.element(page.getByText(/This is not the account of this wallet/)).toBeVisible()
  }
}

test('the words need a recent login: the view offers one, refuses another account, and goes on', async () => {
  const { done, wallet } = staleWallet()
  const remove = draw(<Export onLeave={() => {}} onMove={() => {}} />, wallet)
  await page.getByLabelText(/Type SHOW/).fill('show')
  await button('Show the recovery words').click()
  await expect.element(page.getByText(/Log in again first/)).toBeVisible()
  await logInAgain()
  await expect.element(page.getByText('ability')).toBeVisible()
  expect(done).toEqual(['words', 'words'])
  remove()
})

test('a device that was removed meanwhile is not told that its login is too old', async () => {
  const wallet = {
    words: async () => {
      throw new SiteError('locked', 'The wallet has no such way in')
    },
  } as unknown as WorkerApi
  const remove = draw(<Export onLeave={() => {}} onMove={() => {}} />, wallet)
  await page.getByLabelText(/Type SHOW/).fill('show')
  await button('Show the recovery words').click()
  await expect.element(page.getByText('Something went wrong')).toBeVisible()
  await expect.element(page.getByText(/Log in again first/)).not.toBeInTheDocument()
  remove()
})

test('so does the deletion: it comes back to what was typed, and deletes on another press', async () => {
  const { done, wallet } = staleWallet()
  const remove = draw(<Delete onLeave={() => {}} />, wallet)
  await page.getByLabelText(/Type DELETE/).fill('delete')
  await button('Delete for ever').click()
  await expect.element(page.getByText(/Log in again first/)).toBeVisible()
  await logInAgain()
  await expect.element(page.getByLabelText(/Type DELETE/)).toHaveValue('delete')
  await expect.element(button('Log in')).not.toBeInTheDocument()
  expect(done).toEqual(['delete'])
  await button('Delete for ever').click()
  await expect.element(page.getByText('The account is deleted.')).toBeVisible()
  remove()
})

test('each way in that does not open the wallet is told in its own words', async () => {
  const codes = ['invalid', 'code_wrong', 'locked', 'code_wrong'] as const
  let count = 0
  const wallet = {
    recover: async () => {
      throw new SiteError(codes[count++] ?? 'failed', 'The wallet’s server refused this')
    },
  } as unknown as WorkerApi
  const ways = (['passkey', 'password', 'kit'] as const).map((type) => ({
    ...{ id: type, type, label: type, createdAt: 0, usedAt: undefined, isOwn: false },
  }))
  const remove = draw(<Recover ways={ways} onDone={() => {}} onLeave={() => {}} onMove={() => {}} />, wallet)
  for (const times of [1, 2, 3]) {
    await page.getByRole('button', { name: /Use a passkey/ }).click()
    await expect.poll(() => count).toBe(times)
    await expect.element(page.getByText(/The passkey did not work/)).toBeVisible()
  }
  await page.getByRole('button', { name: /Enter your wallet password/ }).click()
  await expect.element(page.getByText(/The passkey did not work/)).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Wallet password' }).fill('apple pie')
  await button('Open the wallet').click()
  await expect.element(page.getByText('The password is wrong.')).toBeVisible()
  remove()
})

test('a text to sign has its line breaks and spaces, as they are signed', async () => {
  const { wallet } = countingWallet()
  const said = 'Pay:\n\n  5 to Bob\n  0 to Ann'
  const rows = [{ label: { key: 'message' }, value: { type: 'text', text: said } }] as const
  const view = (
    <Layout title="Sign">
      <Values rows={rows} />
    </Layout>
  )
  const remove = draw(view, wallet)
  const shown = page.getByText('5 to Bob')
  await expect.element(shown).toBeVisible()
  // biome-ignore lint/performance/useDomNodeTextContent: what is rendered is what the visitor reads.
  expect((shown.element() as HTMLElement).innerText).toBe(said)
  remove()
})

test('what is still in the account is written with the digits of the language', async () => {
  const { wallet } = staleWallet()
  const holding = { amount: '1234.5', symbol: 'ETH', chain: 'Ethereum' }
  const store = createSiteStore('window')
  store.setState((state) => ({ ...state, locale: { tag: 'de', texts: {} } }))
  const remove = draw(
    <Delete onLeave={() => {}} />,
    { ...wallet, balances: async () => [holding] },
    { store },
  )
  await expect.element(page.getByText(/1\.234,5 ETH \(Ethereum\)/)).toBeVisible()
  remove()
})

test('a login that was left before it ended goes on with nothing', async () => {
  const { done, wallet } = staleWallet()
  let end = () => {}
  const late = new Proxy(wallet, {
    get: (target, name) =>
      name === 'loginByCode'
        ? () => new Promise<void>((resolve) => (end = resolve))
        : target[name as keyof WorkerApi],
  })
  const remove = draw(<Export onLeave={() => {}} onMove={() => {}} />, late)
  await page.getByLabelText(/Type SHOW/).fill('show')
  await button('Show the recovery words').click()
  await button('Log in').click()
  await button('Send a code').click()
  await page.getByLabelText(/The code from the mail/).fill('222222')
  await button('Log in').click()
  await button('Cancel').click()
  end()
  await moment()
  expect(done).toEqual(['words'])
  remove()
})

test('a page that is refused is dark where the visitor has it dark', async () => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  root.render(<Refused />)
  await expect.element(page.getByRole('heading', { name: 'This page cannot use the wallet' })).toBeVisible()
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('light dark')
  root.unmount()
  host.remove()
  document.documentElement.style.colorScheme = ''
})

test('a way in that another device has removed is told by the ways that are left', async () => {
  const way = { label: '', createdAt: 1, isOwn: false }
  const ways = (['password', 'passkey'] as const).map((type) => ({ ...way, id: type, type }))
  const left = [ways[1], { ...way, id: 'kit', type: 'kit' }]
  const wallet = {
    open: async () => ({ status: 'locked', ways: left }),
    recover: () => Promise.reject(new SiteError('locked', 'no such way')),
  } as unknown as WorkerApi
  const remove = draw(<Recover ways={ways} onDone={() => {}} onLeave={() => {}} onMove={() => {}} />, wallet)
  const button = (name: string) => page.getByRole('button', { name })
  await button('Enter your wallet password').click()
  await page.getByLabelText(/^Wallet password/).fill('seven tall herons 41')
  await button('Open the wallet').click()
  await expect.element(button('Use your recovery kit')).toBeVisible()
  await expect.element(button('Enter your wallet password')).not.toBeInTheDocument()
  remove()
})

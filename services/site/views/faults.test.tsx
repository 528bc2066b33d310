import type { FrameErrorCode } from 'latchkey/frame'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { english } from '../locales/siteTexts.js'
import { createAsks } from '../page/asks.js'
import { createSiteStore } from '../page/siteState.js'
import { SiteError } from '../page/toFrameError.js'
import type { WayIn, WorkerApi } from '../worker/walletApi.js'
import { AddWay } from './AddWay.js'
import { Delete } from './Delete.js'
import { Export } from './Export.js'
import { Recover } from './Recover.js'
import { Root } from './Root.js'
import { Security } from './Security.js'
import { SiteContext } from './SiteContext.js'

// Each call of a surface to the key service fails once, in each way: the visitor reads so in the wallet's own words, and gets through in the same place
// once the service is there again. The modal's screens of the embedded wallet have `embeddedFaults.test.tsx`.

const more = { seconds: 90, triesLeft: 2 }
const failed = (code: FrameErrorCode) => () => Promise.reject(new SiteError(code, 'words of a server', more))

/** How a call ends. The worker turns whatever goes wrong in it into one of these (`toWorkerError`). */
const faults: { readonly [name: string]: () => Promise<never> } = {
  'the service cannot be reached': failed('network'),
  'too many calls': failed('limited'),
  'a refusal': failed('locked'),
  'an answer without sense': failed('failed'),
  'the session has ended': failed('not_connected'),
  'the worker is broken': () => Promise.reject(new TypeError('undefined is not a function')),
}
const silent = () => new Promise<never>(() => {})

const own: WayIn = { id: 'own', type: 'device', label: 'This one', createdAt: 1, usedAt: 2, isOwn: true }
const phone: WayIn = { ...own, id: 'phone', label: 'Safari on iPhone', isOwn: false }
const password: WayIn = { ...phone, id: 'password', type: 'password', label: '' }
const ways = [own, phone, password]
const facts = { custody: 'self', ways, isBackedUp: true, addresses: {} }
const permission = { id: '0x1', origin: 'https://game.example.com', expiresAt: 1_790_000_000 }
const words = 'abandon ability able'
const answers: { readonly [name: string]: unknown } = {
  open: { status: 'ready', wallet: facts },
  records: { permissions: [{ permission }] },
  revokePermission: { permissions: [] },
  remove: { ...facts, ways: [own, password] },
  log: [],
  balances: [],
  makeKit: { words, file: '{}' },
  words,
}

const secret = 'seven tall herons 41'
const nothing = () => {}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const type = (label: RegExp, text: string) => page.getByLabelText(label).first().fill(text)
const security = <Security onLeave={nothing} />
const adding = (onEnd: () => void) => <AddWay title="Ways" onDone={onEnd} onLeave={nothing} />

type Row = {
  /** The call that fails. */
  readonly call: keyof WorkerApi
  readonly view: (onEnd: () => void) => ReactNode
  /** The visitor's way to the call, up to the press that they repeat. Absent: the view calls at once. */
  readonly go?: () => Promise<void>
  readonly press?: string | RegExp
  /** The visitor's way to try again. @default the press, or the view's own button */
  readonly again?: () => Promise<void>
  /** What is there in the end; absent: the view has ended. */
  readonly ends?: string | RegExp
}

function makeKit() {
  return button(/Make a recovery kit/).click()
}

const rows: { readonly [name: string]: Row } = {
  'ways in, devices and custody': { call: 'open', view: () => security, ends: english['security.self'] },
  'removing a device': {
    call: 'remove',
    view: () => security,
    go: () => button(/Safari on iPhone/).click(),
    press: 'Remove',
    ends: english['security.ways'],
  },
  'sites that sign without asking': {
    call: 'revokePermission',
    view: () => security,
    press: /game\.example\.com/,
    ends: english['security.ways'],
  },
  'a password as a way in': {
    call: 'addPassword',
    view: adding,
    async go() {
      await button(/Set a wallet password/).click()
      await type(/^Wallet password/, secret)
      await type(/^Repeat/, secret)
    },
    press: 'Set the password',
  },
  'making a kit': {
    call: 'makeKit',
    view: adding,
    go: makeKit,
    async again() {
      await button('Back').click()
      await makeKit()
    },
    ends: 'ability',
  },
  'keeping a kit': {
    call: 'keepKit',
    view: adding,
    go: makeKit,
    press: 'I have kept it',
  },
  'the words': {
    call: 'words',
    view: () => <Export onLeave={nothing} onMove={nothing} />,
    go: () => type(/Type SHOW/, 'SHOW'),
    press: 'Show the recovery words',
    ends: 'ability',
  },
  deletion: {
    call: 'deleteAccount',
    view: () => <Delete onLeave={nothing} />,
    go: () => type(/Type DELETE/, 'DELETE'),
    press: 'Delete for ever',
    ends: english['delete.done'],
  },
  'opening on a new device': {
    call: 'recover',
    view: (onEnd) => <Recover ways={ways} onDone={onEnd} onLeave={nothing} onMove={nothing} />,
    async go() {
      await button('Enter your wallet password').click()
      await type(/^Wallet password/, secret)
    },
    press: 'Open the wallet',
  },
}

const cleanups: (() => void)[] = []
const clear = () => {
  for (const cleanup of cleanups.splice(0)) cleanup()
}
afterEach(clear)

/** Draws a row's view, whose call ends as `fault` does until it is healed. */
function draw({ call, view }: Row, fault: () => Promise<never>) {
  let isBroken = true
  let hasEnded = false
  const wallet = new Proxy({} as WorkerApi, {
    get: (_, name: string) => async () => (isBroken && name === call ? fault() : answers[name]),
  })
  const host = document.body.appendChild(document.createElement('div'))
  const store = createSiteStore('window')
  const site = {
    ...{ store, wallet, asks: createAsks(store), seesVisibility: true },
    ...{ openWindow: nothing, giveUpWindow: nothing, tellLeave: nothing },
  }
  const root = createRoot(host)
  root.render(
    <SiteContext.Provider value={site}>
      <Root host={host}>
        {view(() => {
          hasEnded = true
        })}
      </Root>
    </SiteContext.Provider>,
  )
  cleanups.push(() => {
    root.unmount()
    host.remove()
  })
  return {
    heal() {
      isBroken = false
    },
    hasEnded: () => hasEnded,
  }
}

/** Whether a text is one of the wallet's own, with anything in place of its slots. */
const isOwnText = (shown: string) =>
  Object.values(english).some((text) => {
    const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('\\w+')}$`).test(shown)
  })

describe.each(Object.entries(rows))('%s', (_, row) => {
  const press = async () => {
    if (row.press !== undefined) await button(row.press).click()
  }

  test.each(Object.entries(faults))('%s: the visitor reads why, and gets through', async (_name, fault) => {
    const drawn = draw(row, fault)
    await row.go?.()
    await press()
    const alert = page.getByRole('alert')
    await expect.element(alert).toBeVisible()
    expect(isOwnText(alert.element().textContent), alert.element().textContent).toBe(true)
    drawn.heal()
    if (row.again !== undefined) await row.again()
    else await (row.press === undefined ? button('Try again').click() : press())
    if (row.ends === undefined) return expect.poll(drawn.hasEnded).toBe(true)
    await expect.element(page.getByText(row.ends).first()).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
    if (row.call === 'revokePermission') await expect.element(button(row.press ?? '')).not.toBeInTheDocument()
  })

  test('no answer: there is a way out', async () => {
    draw(row, silent)
    await row.go?.()
    await press()
    await expect.element(button(/^(Done|Back|Cancel)$/)).toBeEnabled()
  })
})

test('what only helps may fail: balances, permissions and the log', async () => {
  for (const [call, view, shown] of [
    ['records', security, english['security.ways']],
    ['log', security, english['security.ways']],
    ['balances', <Delete key="delete" onLeave={nothing} />, english['delete.text']],
  ] as const) {
    draw({ call, view: () => view }, failed('network'))
    await expect.element(page.getByText(shown).first()).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    clear()
  }
})

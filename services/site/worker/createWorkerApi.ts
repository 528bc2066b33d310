import { putRendezvous, takeRendezvous } from 'latchkey/protocol'
import { type BrowserKey, createKey } from 'latchkey/site'
import type { AccountType } from '../accounts/Chain.js'
import { readDelegation } from '../accounts/delegate.js'
import { withoutPermissions } from '../accounts/permissions/keptPermissions.js'
import { readHoldings } from '../accounts/readHoldings.js'
import { SiteError } from '../page/toFrameError.js'
import { createKeyCalls } from '../vault/createKeyCalls.js'
import { type KeyCalls, KeysError } from '../vault/KeyCalls.js'
import { CallError, createCalls } from './calls.js'
import type { UnkeptKit } from './createKits.js'
import { deviceStore } from './deviceStore.js'
import { createKeeper } from './keeper.js'
import { keptRecords } from './records.js'
import { createRequests } from './requests.js'
import { createSession } from './session.js'
import { type Kept, openKept } from './storage.js'
import { createTurns, type Lock } from './turns.js'
import type { PageApi, WorkerApi, WorkerSettings } from './walletApi.js'

type Parameters = {
  readonly page: () => PageApi
  /** The origin of the site. */
  readonly origin: string
  /** Called when the visitor has logged in or out here, or changed something of the account. */
  readonly onChange: () => void
  /** Called when the server has ended the session. */
  readonly onEnd: () => void
}

/** What the browser keeps of each visitor, until the account is deleted. */
const visitorEntries = ['records', 'unkept kit', 'accountType', 'hostType', 'chain'] as const
type VisitorEntry = (typeof visitorEntries)[number]
const nameOf = (what: VisitorEntry, user: string) => `${what} ${user}`

/** Everything that the worker does for its page, and what it does when another tab has logged in or out. */
export function createWorkerApi({ page, origin, onChange, onEnd }: Parameters): {
  readonly api: WorkerApi
  readonly onOtherTab: () => Promise<void>
} {
  let parts: Awaited<ReturnType<typeof begin>> | undefined

  function begun() {
    if (parts === undefined) throw new TypeError('The worker has not been started')
    return parts
  }

  async function begin(settings: WorkerSettings) {
    const kept = await openKept()
    const { projectId, chains } = settings
    const lock = lockOf(kept, 'latchkey-wallet')
    const key = () => kept.ensure<BrowserKey>('proof', createKey)
    const calls = createCalls({ origin, projectId, key })
    const session = createSession({
      ...{ calls, kept, lock },
      host: () => settings.host,
      onEnd() {
        keeper.lock()
        onEnd()
      },
    })
    const callsOf = (user: string) =>
      renewing(
        createKeyCalls({
          origin,
          projectId,
          fetch: (url, init) => fetch(url, { ...init, credentials: 'omit', cache: 'no-store' }),
          authorize: (request) => session.authorize(request, user),
        }),
        () => session.renew(user),
      )
    const keeper = createKeeper({
      callsOf,
      device: deviceStore(kept),
      page: page(),
      key: async () => thumbprintOf((await key()).jwk),
      user: session.user,
      isLasting: kept.isLasting,
      label: deviceName(),
      unkept: {
        get: async (user) => (await kept.get(nameOf('unkept kit', user))) as UnkeptKit | undefined,
        set(user, kit) {
          const name = nameOf('unkept kit', user)
          return kit === undefined ? kept.remove(name) : kept.set(name, kit)
        },
      },
      setTimer(callback, delay) {
        const timer = setTimeout(callback, delay)
        return () => clearTimeout(timer)
      },
    })
    /** The name of what is kept of the logged-in visitor, or of nobody. */
    const ownName = async (what: VisitorEntry) => nameOf(what, (await session.user())?.id ?? '')
    const chainOf = async () => {
      // A host may choose one before anybody has logged in.
      const stored = (await kept.get(await ownName('chain'))) ?? (await kept.get(nameOf('chain', '')))
      return chains.find(({ id }) => id === stored)?.id ?? chains[0]?.id ?? 'eip155:1'
    }
    const typeOf = async (what: 'accountType' | 'hostType') =>
      (await kept.get(await ownName(what))) as AccountType | undefined
    // The visitor's own choice stays, whatever a host prefers.
    const accountType = async () => (await typeOf('accountType')) ?? (await typeOf('hostType')) ?? 'eoa'
    const setAccountType = async (type: AccountType, isHosts: boolean) =>
      kept.set(await ownName(isHosts ? 'hostType' : 'accountType'), type)
    const switchChain = async (chainId: string) => kept.set(await ownName('chain'), chainId)
    const records = async () => keptRecords(kept, lock, await ownName('records'))
    const forget = (user: string) => kept.remove(...visitorEntries.map((what) => nameOf(what, user)))
    const requests = createRequests({
      ...{ keeper, chains, projectId, records, accountType, switchChain },
      // Its own: what is sent stores records meanwhile.
      lock: lockOf(kept, 'latchkey-send'),
      host: () => settings.host,
    })
    const ofVisitor = { records, chainOf, accountType, setAccountType, switchChain, forget }
    return { kept, session, keeper, requests, settings, ...ofVisitor }
  }

  /** Logging in and out: what was open of another visitor is locked, and other tabs hear of it. */
  function changed<value>(value: value): value {
    begun().keeper.lock()
    onChange()
    return value
  }

  /** Other tabs hear of what has changed of the visitor's account. */
  async function told<value>(change: Promise<value>): Promise<value> {
    const value = await change
    onChange()
    return value
  }

  const api: WorkerApi = {
    async start(settings) {
      parts = await begin(settings)
      return { isLasting: parts.kept.isLasting }
    },

    user: () => begun().session.user(),
    loginWays: () => begun().session.ways(),
    loginByEmail: (email) => begun().session.loginByEmail(email).catch(toMailError),
    awaitDevice: () => begun().session.awaitDevice(),
    async loginByCode(code, only) {
      const answer = await begun().session.loginByCode(code, only)
      if ('user' in answer) return changed(answer.user)
      const { triesLeft } = answer
      if (triesLeft > 0) throw new SiteError('code_wrong', 'Code is wrong', { triesLeft })
      throw new SiteError('code_expired', 'Request a new code', { triesLeft })
    },
    loginBySocial: (provider) => begun().session.loginBySocial(provider),
    loginByFarcaster: () => begun().session.loginByFarcaster(),
    awaitLogin: async (only) => changed(await begun().session.awaitLogin(only)),
    passkeyLogin: () => begun().session.passkeyOptions(),
    loginByPasskey: async (flow, assertion, only) =>
      changed(await begun().session.loginByPasskey(flow, assertion, only)),
    updateEmail: (email) => begun().session.updateEmail(email).catch(toMailError),
    async confirmEmail(code) {
      const answer = await begun().session.confirmEmail(code)
      if ('newEmail' in answer) {
        onChange()
        return { newEmail: answer.newEmail }
      }
      if ('isNext' in answer) return {}
      const { triesLeft } = answer
      throw new SiteError(triesLeft > 0 ? 'code_wrong' : 'code_expired', 'Code is wrong', { triesLeft })
    },
    link: () => begun().session.link(),
    redeem: async (code) => changed(await begun().session.redeem(code)),
    tryLink: (code) => begun().session.tryLink(code),
    async keepLink(isOwn) {
      await begun().session.keepLink(isOwn)
      if (isOwn) changed(undefined)
    },
    ticket: () => begun().session.ticket(),
    async readTicket(ticket) {
      const { user, addresses, custody } = await begun().session.readTicket(ticket)
      return { user, wallet: { addresses, custody } }
    },
    async signOut() {
      await begun().session.signOut()
      changed(undefined)
    },

    async putMessage(place, seq, text) {
      await begun().session.asVisitor(putRendezvous, { body: { place, seq, text } })
    },
    async takeMessages(place, from) {
      return (await begun().session.asVisitor(takeRendezvous, { body: { place, from } })).messages
    },

    open: () => begun().keeper.open(),
    recover: (opening) => told(begun().keeper.recover(opening)),
    invite: async () => begun().keeper.invite(),
    handOver: (key) => begun().keeper.handOver(key),
    request: (asked) => begun().requests.request(asked),
    carryOut: (id) => begun().requests.carryOut(id),
    forget: (id) => begun().requests.forget(id),
    addPassword: (password, label) => told(begun().keeper.addPassword(password, label)),
    addPasskey: (label, name) => told(begun().keeper.addPasskey(label, name)),
    makeKit: () => begun().keeper.makeKit(''),
    keepKit: () => told(begun().keeper.keepKit()),
    dropKit: () => begun().keeper.dropKit(),
    remove: (slot) => told(begun().keeper.remove(slot)),
    log: () => begun().keeper.log(),
    words() {
      // The host's page could draw over a frame that shows them.
      if (begun().settings.surface !== 'window')
        throw new SiteError('window_needed', 'Only in a window of the wallet')
      return begun().keeper.words()
    },
    async deleteAccount() {
      const { keeper, session, forget } = begun()
      const user = await session.user()
      await keeper.erase()
      await session.signOut()
      if (user !== undefined) await forget(user.id)
      changed(undefined)
    },
    records: async () => (await begun().records()).read(),
    async revokePermission(id) {
      const { keep } = await begun().records()
      return keep((records) => withoutPermissions(records, [id as `0x${string}`]))
    },

    accountType: () => begun().accountType(),
    async setAccountType(type, isHosts = false) {
      await begun().setAccountType(type, isHosts)
      if (!isHosts) onChange()
    },
    chain: () => begun().chainOf(),
    switchChain: (chainId) => begun().switchChain(chainId),
    async isDelegated(chainId) {
      const { requests, keeper } = begun()
      return (await readDelegation(requests.rpc, chainId, (await keeper.addresses()).eip155)) === 'own'
    },
    async balances() {
      const { requests, keeper, settings } = begun()
      return readHoldings(settings.chains, await keeper.addresses(), requests.rpc)
    },
  }
  return { api, onOtherTab: async () => parts?.keeper.lockOthers() }
}

/** Tabs that share a storage take turns; a surface that stores nothing has none to share with, only its own requests. */
function lockOf({ isLasting }: Kept, name: string): Lock {
  const { locks } = navigator
  if (!isLasting || locks === undefined) return createTurns()
  return (work) => locks.request(name, work) as ReturnType<typeof work>
}

/** Key calls whose session the server no longer takes are made once more with a new token. */
function renewing(calls: KeyCalls, renew: () => Promise<void>): KeyCalls {
  return new Proxy(calls, {
    get(target, name: keyof KeyCalls) {
      const call = target[name] as (...values: readonly unknown[]) => Promise<unknown>
      return async (...values: readonly unknown[]) => {
        try {
          return await call(...values)
        } catch (error) {
          if (!(error instanceof KeysError) || error.status !== 401) throw error
          await renew()
          return call(...values)
        }
      }
    },
  })
}

/** RFC 7638. */
async function thumbprintOf({ crv, kty, x, y }: BrowserKey['jwk']): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return btoa(String.fromCharCode(...digest))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** A name by which the visitor knows this device again: browser and system. */
function deviceName(): string {
  const agent = navigator.userAgent
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? ''
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(agent)?.[0] ?? ''
  const named = browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser
  return [named, system].filter((part) => part !== '').join(', ')
}

function toMailError(error: unknown): never {
  if (!(error instanceof CallError)) throw error
  if (error.status === 400) throw new SiteError('email_invalid', 'Invalid email. Try again.')
  if (error.status === 429) {
    const { seconds = 30 } = error
    const code = seconds <= 30 ? 'email_too_soon' : 'limited'
    throw new SiteError(code, `Please try again after ${seconds} seconds`, { seconds })
  }
  if (error.status >= 500) throw new SiteError('mail_failed', 'We could not send the code. Try again.')
  throw error
}

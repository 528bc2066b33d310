import {
  awaitDevice,
  confirmEmail,
  endLogin,
  getLoginMethods,
  getLoginResult,
  type LoginSession,
  type LoginUser,
  linkLogin,
  loginByCode,
  loginByEmail,
  loginByFarcaster,
  loginByPasskey,
  loginBySocial,
  makeTicket,
  passkeyLoginOptions,
  readTicket,
  redeemLink,
  refreshLogin,
  updateEmail,
} from 'latchkey/protocol'
import { type Call, CallError, type Calls } from './calls.js'
import { LoginFailedError, NotLoggedInError } from './sessionErrors.js'
import type { Kept } from './storage.js'
import type { Lock } from './turns.js'

/** The session of this surface, as it is kept. */
type Stored = {
  readonly token: string
  readonly refreshToken: string
  /** Epoch milliseconds by this browser's clock. */
  readonly expiresAt: number
  readonly user: LoginUser
}

type Parameters = {
  readonly calls: Calls
  readonly kept: Kept
  readonly lock: Lock
  /** The origin of the host's page, which mails name. */
  readonly host: () => string
  /** Called when the server has ended the session. */
  readonly onEnd?: (() => void) | undefined
  readonly now?: (() => number) | undefined
}

/** A login that goes on elsewhere, as it is kept. */
type Left = {
  readonly flow: string
  /** Epoch milliseconds by this browser's clock. */
  readonly ends: number
}

const stored = 'session'
const left = 'login'
/** An access token is replaced this long before it ends, in milliseconds. */
const margin = 30_000
/** How long a login elsewhere (a provider's window, a phone) may take, in milliseconds. */
const loginPatience = 10 * 60_000

/** Turns the refusal (403) of a call into the error that it stands for there. */
const onForbidden = (toError: () => Error) => (error: unknown) => {
  throw error instanceof CallError && error.status === 403 ? toError() : error
}

/**
 * The session of a surface: logs in, keeps the tokens in this browser's storage and replaces them in time. A refresh token is used once, so tabs that
 * share the storage take turns.
 */
export function createSession({ calls, kept, lock, host, onEnd = () => {}, now = Date.now }: Parameters) {
  /** The flow of the login in progress; a new one replaces it. */
  let flow: string | undefined
  /**
   * Begins to follow a flow that ends elsewhere. It is kept too: in a messaging app the host's page itself goes to the provider, and its
   * next load asks for the result.
   */
  async function follow(begun: string) {
    flow = begun
    const entry: Left = { flow: begun, ends: now() + loginPatience }
    await kept.set(left, entry)
  }
  async function leave() {
    flow = undefined
    await kept.remove(left)
  }
  let changeFlow: string | undefined
  /** The session of a code that the visitor has not said to be theirs. */
  let tried: LoginSession | undefined

  const read = async () => (await kept.get(stored)) as Stored | undefined
  /** The stored session, of this visitor only if one is given. @throws {NotLoggedInError} */
  async function readOf(user: string | undefined): Promise<Stored> {
    const found = await read()
    if (found === undefined || (user !== undefined && found.user.id !== user)) throw new NotLoggedInError()
    return found
  }

  async function store({ token, refreshToken, expiresIn, user }: LoginSession): Promise<LoginUser> {
    const entry: Stored = { token, refreshToken, expiresAt: now() + expiresIn * 1_000, user }
    await kept.set(stored, entry)
    return user
  }
  /** Ends a session that nobody is to have, even if the server cannot be told; the one that passed it on stays. */
  const drop = ({ token: unwanted }: LoginSession) =>
    calls(endLogin, { token: unwanted, body: { isAlone: true } }).catch(() => undefined)
  /**
   * Keeps the session of a login. A session that is being replaced meanwhile does not come back over it. `only`: the id of the visitor who must
   * have logged in; the session of another one is ended, and the one before stays.
   */
  async function keep(session: LoginSession, only?: string | undefined): Promise<LoginUser> {
    if (only === undefined || session.user.id === only) return lock(() => store(session))
    await drop(session)
    throw new LoginFailedError('another')
  }
  /** Changes what is stored of the session, if there is one. */
  const change = (to: (current: Stored) => Stored) =>
    lock(async () => {
      const current = await read()
      if (current !== undefined) await kept.set(stored, to(current))
    })
  /** Marks a token that the server no longer takes as expired, unless it was replaced already. */
  const expire = (refused: string) =>
    change((current) => (current.token === refused ? { ...current, expiresAt: 0 } : current))

  /** A valid access token. @throws {NotLoggedInError} if there is no session of the visitor, or the server has ended it. */
  async function token(user?: string): Promise<string> {
    const current = await readOf(user)
    if (current.expiresAt - margin > now()) return current.token
    return lock(async () => {
      const latest = await readOf(user)
      // Another tab has replaced it meanwhile.
      if (latest.expiresAt - margin > now()) return latest.token
      try {
        const next = await calls(refreshLogin, { body: { refreshToken: latest.refreshToken } })
        await store(next)
        return next.token
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 401) throw error
        await kept.remove(stored)
        onEnd()
        throw new NotLoggedInError()
      }
    })
  }

  /** Makes a call as the logged-in visitor. A token that the server no longer takes is replaced once. */
  const asVisitor: Call = async (endpoint, options = {}) => {
    const first = await token()
    try {
      return await calls(endpoint, { ...options, token: first })
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error
      await expire(first)
      return calls(endpoint, { ...options, token: await token() })
    }
  }

  function current(): string {
    if (flow === undefined) throw new LoginFailedError('expired')
    return flow
  }

  return {
    asVisitor,
    /** The headers of a call as the logged-in visitor, with a proof for it. @throws {NotLoggedInError} if that is somebody else than `user` */
    async authorize(
      request: { readonly method: 'POST'; readonly url: string; readonly body: string },
      user: string,
    ) {
      const current = await token(user)
      return { authorization: `DPoP ${current}`, dpop: await calls.prove({ ...request, token: current }) }
    },
    /** Replaces a token of a visitor that the server no longer takes. */
    async renew(user: string) {
      await change((current) => (current.user.id === user ? { ...current, expiresAt: 0 } : current))
      await token(user)
    },
    /** Who is logged in here, as the storage says. */
    user: async () => (await read())?.user,

    ways: () => calls(getLoginMethods),
    async loginByEmail(email: string) {
      const begun = await calls(loginByEmail, { body: { email, host: host() } })
      flow = begun.flow
      return { action: begun.action, expiresIn: begun.expiresIn, retryIn: begun.retryIn }
    },
    async awaitDevice(signal?: AbortSignal) {
      const ends = now() + loginPatience
      while (now() < ends) {
        const { isApproved } = await calls(awaitDevice, {
          body: { flow: current() },
          signal,
          isWaiting: true,
        })
        if (isApproved) return
      }
      throw new LoginFailedError('expired')
    },
    /** Logs in with the code; a wrong one leaves some tries. */
    async loginByCode(
      code: string,
      only?: string | undefined,
    ): Promise<{ readonly user: LoginUser } | { readonly triesLeft: number }> {
      const answer = await calls(loginByCode, { body: { flow: current(), code } })
      if ('triesLeft' in answer) return answer
      if ('failed' in answer) {
        flow = undefined
        throw new LoginFailedError(answer.failed, answer.way)
      }
      flow = undefined
      return { user: await keep(answer, only) }
    },
    async loginBySocial(provider: string) {
      const begun = await calls(loginBySocial, { body: { provider, host: host() } })
      await follow(begun.flow)
      return { uri: begun.uri }
    },
    async loginByFarcaster() {
      const begun = await calls(loginByFarcaster, { body: { host: host() } })
      flow = begun.flow
      return { url: begun.url }
    },
    /** Waits for the end of a login that happens elsewhere. */
    async awaitLogin(only?: string | undefined, signal?: AbortSignal): Promise<LoginUser> {
      const before = (await kept.get(left)) as Left | undefined
      if (flow === undefined && before !== undefined && now() < before.ends) flow = before.flow
      const waited = current()
      const ends = now() + loginPatience
      while (now() < ends && flow === waited) {
        const answer = await calls(getLoginResult, { body: { flow: waited }, signal, isWaiting: true })
        // The visitor has begun another login meanwhile: this one logs nobody in.
        if (flow !== waited) break
        if ('isPending' in answer) continue
        await leave()
        if ('failed' in answer) throw new LoginFailedError(answer.failed, answer.way)
        return keep(answer, only)
      }
      throw new LoginFailedError('expired')
    },
    passkeyOptions: () => calls(passkeyLoginOptions),
    async loginByPasskey(passkeyFlow: string, assertion: object, only?: string | undefined) {
      const answer = await calls(loginByPasskey, { body: { flow: passkeyFlow, assertion } }).catch(
        onForbidden(() => new LoginFailedError('failed')),
      )
      return keep(answer, only)
    },

    /** A code for the other surface of this browser, and its counterpart. */
    link: async () => (await asVisitor(linkLogin)).code,
    redeem: async (code: string) => keep(await calls(redeemLink, { body: { code } })),
    /** Reads whose account a code logs in to, before anything of it is stored: whoever made the code chose the account. */
    async tryLink(code: string): Promise<LoginUser> {
      tried = await calls(redeemLink, { body: { code } })
      return tried.user
    },
    /** The visitor says that it is theirs, or that it is not. */
    async keepLink(isOwn: boolean): Promise<void> {
      const session = tried
      tried = undefined
      if (session === undefined) throw new LoginFailedError('expired')
      if (isOwn) await keep(session)
      else await drop(session)
    },
    ticket: async () => (await asVisitor(makeTicket, { body: { host: host() } })).ticket,
    readTicket: (ticket: string) => calls(readTicket, { body: { ticket, host: host() } }),

    async updateEmail(email: string) {
      // An account without an address gets one only soon after a login.
      const begun = await asVisitor(updateEmail, { body: { email, host: host() } }).catch(
        onForbidden(() => new NotLoggedInError()),
      )
      changeFlow = begun.flow
      return { action: begun.action, expiresIn: begun.expiresIn }
    },
    async confirmEmail(code: string) {
      if (changeFlow === undefined) throw new LoginFailedError('expired')
      // The new address may belong to another account.
      const answer = await asVisitor(confirmEmail, { body: { flow: changeFlow, code } }).catch(
        onForbidden(() => new LoginFailedError('other')),
      )
      if ('newEmail' in answer) {
        changeFlow = undefined
        const { newEmail } = answer
        await change((current) => ({ ...current, user: { ...current.user, email: newEmail } }))
      }
      return answer
    },

    async signOut() {
      await leave()
      // The visitor is signed out here even if the server cannot be told.
      await asVisitor(endLogin).catch(() => undefined)
      await lock(() => kept.remove(stored))
    },
  }
}

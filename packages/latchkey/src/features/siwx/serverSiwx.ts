import { systemClock } from '../../core/clock.js'
import type { SiwxConfig, SiwxRequest, SiwxSession } from '../../core/siwx.js'
import type { StorageBackend } from '../../core/storage.js'
import { localStorage } from '../../core/storageBackends.js'
import { type CaipAddress, toCaipAddress } from '../../protocol/caip.js'
import { formatSiwxMessage } from '../../siwx/message/formatSiwxMessage.js'
import { createAuthTokens } from './authTokens.js'
import type { BrowserKey } from './browserKey.js'
import type { AuthServer } from './callAuth.js'
import type { AuthTokens } from './storedItems.js'

/** The most messages of one approval, and the most prompts that may still be answered. */
const sessionLimit = 16
const nonceLimit = 8

/**
 * Signs in at the auth service: it gives the nonce, verifies the signature and keeps the session. This browser keeps
 * one pair of tokens for each account and chain, and a key without which the tokens are worthless.
 *
 * @example
 * ```ts
 * const kit = createKit({ networks, adapters, siwx: serverSiwx({ url: 'https://wallet.example.com' }) })
 * ```
 */
export function serverSiwx(options: serverSiwx.Options): ServerSiwx {
  const { statement, storage = localStorage(), required = true, lifetime = 10 * 60_000 } = options
  const clock = options.clock ?? systemClock
  /** The tokens of the requested nonces, by nonce. Each belongs to the messages of one approval. */
  const nonceTokens = new Map<string, string>()
  const tokens = createAuthTokens(storage)
  const server: AuthServer = {
    ...{ url: options.url, projectId: options.projectId, clock, ahead: 0 },
    key: options.key ?? (async () => (await import('./browserKey.js')).browserKey()),
  }
  const parts = { server, tokens }
  /** The server's time: by this browser's clock a message could be dated in the future. */
  const now = () => clock.now() + server.ahead
  const load = () => Promise.all([import('./callAuth.js'), import('./authSessions.js')])

  async function createRequest(): Promise<SiwxRequest> {
    const [{ callAuth }] = await load()
    const { nonce, token } = await callAuth(server, 'getNonce')
    nonceTokens.set(nonce, token)
    // Links and prompts that the visitor left are never answered: keep only the newest nonces.
    for (const old of [...nonceTokens.keys()].slice(0, -nonceLimit)) nonceTokens.delete(old)
    return {
      domain: location.host,
      uri: location.origin,
      nonce,
      expirationTime: new Date(now() + lifetime).toISOString(),
      ...(statement === undefined ? {} : { statement }),
    }
  }

  /** Sends the messages signed with one approval to the server. */
  async function authenticate(sessions: readonly SiwxSession[]) {
    const signed = sessions.slice(0, sessionLimit)
    const [nonce = ''] = signed.map(nonceOf)
    const nonceToken = nonceTokens.get(nonce) ?? ''
    nonceTokens.delete(nonce)
    const replaced = signed.flatMap(({ data }) => tokens.read()[keyOf(data)] ?? [])
    const [first, ...others] = signed.map(({ message, signature }) => ({ message, signature }))
    const [{ callAuth }, { endSession, toTokens }] = await load()
    const answer = await callAuth(server, 'authenticate', {
      headers: { 'x-nonce-jwt': `Bearer ${nonceToken}` },
      body: { ...first, ...(others.length > 0 && { others }) },
    })
    const given = [answer, ...(answer.others ?? [])].map((pair) => toTokens(server, pair))
    tokens.keep(Object.fromEntries(signed.map(({ data }, index) => [keyOf(data), given[index]])))
    // If the server cannot be told now, a replaced session expires there.
    await Promise.allSettled(replaced.map((old) => endSession(parts, old)))
  }

  /** Ends the sessions of these accounts. Drops the tokens here first, so that signing out always takes effect. */
  async function signOut(keys: readonly string[]) {
    const ended = keys
      .map((key) => tokens.read()[key])
      .filter((kept): kept is AuthTokens => kept !== undefined)
    tokens.keep(Object.fromEntries(keys.map((key) => [key, undefined])))
    if (ended.length === 0) return
    const [, { endSession }] = await load()
    await Promise.all(ended.map((kept) => endSession(parts, kept)))
  }

  async function addSessions(sessions: readonly SiwxSession[]) {
    const nonces = new Set(sessions.map(nonceOf))
    for (const nonce of nonces) await authenticate(sessions.filter((session) => nonceOf(session) === nonce))
  }

  return {
    createRequest,
    async createMessage({ accountAddress, chainId, notBefore }) {
      const text = formatSiwxMessage({
        ...(await createRequest()),
        address: accountAddress,
        version: '1',
        chainId,
        issuedAt: new Date(now()).toISOString(),
        ...(notBefore === undefined ? {} : { notBefore }),
      })
      return { accountAddress, chainId, toString: () => text }
    },
    addSession: (session) => authenticate([session]),
    addSessions,
    revokeSession: (chainId, accountAddress) => signOut([keyOf({ chainId, accountAddress })]),
    async setSessions(sessions) {
      const wanted = new Set<string>(sessions.map(({ data }) => keyOf(data)))
      await signOut(Object.keys(tokens.read()).filter((key) => !wanted.has(key)))
      // Sessions from `getSessions` are kept already; they have no message.
      await addSessions(sessions.filter(({ message }) => message !== ''))
    },
    async getSessions(chainId, accountAddress) {
      const key = keyOf({ chainId, accountAddress })
      if (tokens.read()[key] === undefined) return []
      const [, { findSession }] = await load()
      const found = await findSession(parts, key)
      if (found === undefined) return []
      const data = { accountAddress: found.address, chainId: found.chainId }
      return keyOf(data) === key ? [{ data, message: '', signature: '' }] : []
    },
    async headersOf({ account, url, method = 'GET' }) {
      const [, { headersOf }] = await load()
      return headersOf(parts, { account, url, method })
    },
    getRequired: () => required,
  }
}

export type ServerSiwx = SiwxConfig & {
  /**
   * The headers that prove to your own server who sends a request: a token (`Authorization`), and a proof of this
   * browser's key for this one request (`DPoP`). None if the account is not signed in. Your server asks
   * `/auth/v1/introspect` about them.
   *
   * @example
   * ```ts
   * const headers = await siwx.headersOf({ account: 'eip155:1:0x…', url: '/api/orders', method: 'POST' })
   * await fetch('/api/orders', { method: 'POST', headers })
   * ```
   */
  headersOf(request: {
    readonly account: CaipAddress
    /** Absolute, or relative to the page. */
    readonly url: string
    /** @default 'GET' */
    readonly method?: string | undefined
  }): Promise<Record<string, string>>
}

export declare namespace serverSiwx {
  type Options = {
    /** The auth service's address: `https://wallet.example.com`. */
    readonly url: string
    readonly projectId?: string | undefined
    /** One line of ASCII that visitors read before they sign. */
    readonly statement?: string | undefined
    /** For how long the server accepts a message, in milliseconds. @default 10 minutes */
    readonly lifetime?: number | undefined
    /** Where the tokens are kept. @default the browser's local storage */
    readonly storage?: StorageBackend | undefined
    /** Whether visitors must sign to stay connected. @default true */
    readonly required?: boolean | undefined
    /** For tests: the key that tokens are bound to. @default one that IndexedDB keeps */
    readonly key?: (() => Promise<BrowserKey>) | undefined
    /** For tests. */
    readonly clock?: typeof systemClock | undefined
  }
}

const keyOf = ({ chainId, accountAddress }: SiwxSession['data']) => toCaipAddress(chainId, accountAddress)
const nonceOf = ({ message }: SiwxSession) => /^Nonce: (\w+)$/m.exec(message)?.[1] ?? ''

import { systemClock } from '../../core/clock.js'
import type { SiwxConfig, SiwxRequest, SiwxSession } from '../../core/siwx.js'
import type { StorageBackend } from '../../core/storage.js'
import { localStorage } from '../../core/storageBackends.js'
import { toCaipAddress } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import { formatSiwxMessage } from '../../siwx/message/formatSiwxMessage.js'
import type { callAuth } from './callAuth.js'

const storageName = 'latchkey.siwxToken'
/** Messages of one approval, and prompts that may still be answered. */
const sessionLimit = 16
const nonceLimit = 8

/** The tokens of sessions by CAIP address. */
type Tokens = { readonly [account: string]: string | undefined }

/**
 * Signs in at the auth service: it gives the nonce, verifies the signature and keeps the session; this browser keeps the
 * tokens of the sessions, one for each account and chain.
 *
 * @example
 * ```ts
 * const kit = createKit({ networks, adapters, siwx: serverSiwx({ url: 'https://wallet.example.com' }) })
 * ```
 */
export function serverSiwx(options: serverSiwx.Options): SiwxConfig {
  const { statement, storage = localStorage(), required = true, lifetime = 10 * 60_000 } = options
  const clock = options.clock ?? systemClock
  /** The tokens of the nonces that were asked for, by nonce: each belongs to the messages of one approval. */
  const nonceTokens = new Map<string, string>()
  const tokens = () => decode(storage.getItem(storageName))

  /** Keeps and drops tokens, by whose session they are; what is not named stays. */
  function keep(changed: Tokens) {
    const kept = Object.entries({ ...tokens(), ...changed }).filter(([, token]) => token !== undefined)
    if (kept.length === 0) return storage.removeItem(storageName)
    storage.setItem(storageName, JSON.stringify(Object.fromEntries(kept)))
  }

  async function call<name extends Parameters<typeof callAuth>[0]>(
    name: name,
    more: Pick<callAuth.Options, 'headers' | 'body'> = {},
  ) {
    const { callAuth } = await import('./callAuth.js')
    return callAuth(name, { url: options.url, projectId: options.projectId, clock, ...more })
  }

  async function createRequest(): Promise<SiwxRequest> {
    const { nonce, token } = await call('getNonce')
    nonceTokens.set(nonce, token)
    // Links and prompts that were left are over some time; the newest may all be answered.
    for (const old of [...nonceTokens.keys()].slice(0, -nonceLimit)) nonceTokens.delete(old)
    return {
      domain: location.host,
      uri: location.origin,
      nonce,
      expirationTime: new Date(clock.now() + lifetime).toISOString(),
      ...(statement === undefined ? {} : { statement }),
    }
  }

  /** Hands in what was signed with one approval. */
  async function authenticate(sessions: readonly SiwxSession[]) {
    const signed = sessions.slice(0, sessionLimit)
    const [nonce = ''] = signed.map(nonceOf)
    const nonceToken = nonceTokens.get(nonce) ?? ''
    nonceTokens.delete(nonce)
    const replaced = signed.flatMap(({ data }) => tokens()[keyOf(data)] ?? [])
    const [first, ...others] = signed.map(({ message, signature }) => ({ message, signature }))
    const answer = await call('authenticate', {
      headers: { 'x-nonce-jwt': `Bearer ${nonceToken}` },
      body: { ...first, ...(others.length > 0 && { others }) },
    })
    const given = [answer.token, ...(answer.others ?? [])]
    keep(Object.fromEntries(signed.map(({ data }, index) => [keyOf(data), given[index]])))
    // A session that is replaced ends in its time, if the server cannot be told now.
    await Promise.allSettled(replaced.map(end))
  }

  async function end(token: string) {
    await call('signOut', { headers: bearer(token), body: {} }).catch((error: unknown) => {
      // A session that the server does not know has ended already.
      if (!isStatus(error, 401)) throw error
    })
  }

  /** Ends the sessions of these accounts. They are forgotten here first: who signed out is signed out. */
  async function signOut(keys: readonly string[]) {
    const ended = keys.map((key) => tokens()[key]).filter((token) => token !== undefined)
    keep(Object.fromEntries(keys.map((key) => [key, undefined])))
    await Promise.all([...new Set(ended)].map(end))
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
        issuedAt: new Date(clock.now()).toISOString(),
        ...(notBefore === undefined ? {} : { notBefore }),
      })
      return { accountAddress, chainId, toString: () => text }
    },
    addSession: (session) => authenticate([session]),
    addSessions,
    revokeSession: (chainId, accountAddress) => signOut([keyOf({ chainId, accountAddress })]),
    async setSessions(sessions) {
      const wanted = new Set<string>(sessions.map(({ data }) => keyOf(data)))
      await signOut(Object.keys(tokens()).filter((key) => !wanted.has(key)))
      // What `getSessions` told of is kept already, and has no message.
      await addSessions(sessions.filter(({ message }) => message !== ''))
    },
    async getSessions(chainId, accountAddress) {
      const key = keyOf({ chainId, accountAddress })
      const token = tokens()[key]
      if (token === undefined) return []
      try {
        const { address, chainId: signedOn } = await call('getMe', { headers: bearer(token) })
        const data = { accountAddress: address, chainId: signedOn }
        return keyOf(data) === key ? [{ data, message: '', signature: '' }] : []
      } catch (error) {
        if (!isStatus(error, 401)) throw error
        if (tokens()[key] === token) keep({ [key]: undefined })
        return []
      }
    },
    getRequired: () => required,
  }
}

export declare namespace serverSiwx {
  type Options = {
    /** Where the auth service is: `https://wallet.example.com`. */
    readonly url: string
    readonly projectId?: string | undefined
    /** One line of ASCII that visitors read before they sign. */
    readonly statement?: string | undefined
    /** For how long a message may be handed in, in milliseconds. @default 10 minutes */
    readonly lifetime?: number | undefined
    /** Where the tokens are kept. @default the browser's local storage */
    readonly storage?: StorageBackend | undefined
    /** Whether visitors must sign to stay connected. @default true */
    readonly required?: boolean | undefined
    /** For tests. */
    readonly clock?: typeof systemClock | undefined
  }
}

const keyOf = ({ chainId, accountAddress }: SiwxSession['data']) => toCaipAddress(chainId, accountAddress)
const nonceOf = ({ message }: SiwxSession) => /^Nonce: (\w+)$/m.exec(message)?.[1] ?? ''
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Whether the service refused with this status; told by the error's slots, so that its class is loaded with the call. */
function isStatus(error: unknown, status: number): boolean {
  return isRecord(error) && isRecord(error.slots) && error.slots.status === status
}

/** What another version, a person or an accident left in the storage is no token: the server knows none of it. */
function decode(text: string | null): Tokens {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isRecord(value) ? (value as Tokens) : {}
  } catch {
    // Not JSON: nobody is signed in.
    return {}
  }
}

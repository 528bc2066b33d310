import { systemClock } from '../../core/clock.js'
import type { SiwxConfig } from '../../core/siwx.js'
import type { StorageBackend } from '../../core/storage.js'
import { localStorage } from '../../core/storageBackends.js'
import { KitError } from '../../protocol/errors.js'
import { formatSiwxMessage } from '../../siwx/message/formatSiwxMessage.js'
import type { callAuth } from './callAuth.js'

const storageName = 'latchkey.siwxToken'

/**
 * Signs in at the auth service: it gives the nonce, verifies the signature and keeps the session; this browser keeps the
 * session's token, and nothing that says who is signed in.
 *
 * @example
 * ```ts
 * const kit = createKit({ networks, adapters, siwx: serverSiwx({ url: 'https://wallet.example.com' }) })
 * ```
 */
export function serverSiwx(options: serverSiwx.Options): SiwxConfig {
  const { statement, storage = localStorage(), required = true, lifetime = 10 * 60_000 } = options
  const clock = options.clock ?? systemClock
  /** The tokens of the nonces that were asked for, by nonce: each belongs to one message. */
  const nonceTokens = new Map<string, string>()

  async function call<name extends Parameters<typeof callAuth>[0]>(
    name: name,
    more: Pick<callAuth.Options, 'headers' | 'body'> = {},
  ) {
    const { callAuth } = await import('./callAuth.js')
    return callAuth(name, { url: options.url, projectId: options.projectId, clock, ...more })
  }

  async function signOut() {
    const token = storage.getItem(storageName)
    if (token === null) return
    storage.removeItem(storageName)
    await call('signOut', { headers: bearer(token), body: {} }).catch((error: unknown) => {
      // A session that the server does not know has ended already.
      if (!isStatus(error, 401)) throw error
    })
  }

  return {
    async createMessage({ accountAddress, chainId, notBefore }) {
      const { nonce, token } = await call('getNonce')
      // A prompt that was left is over: its token is not kept.
      nonceTokens.clear()
      nonceTokens.set(nonce, token)
      const issuedAt = clock.now()
      const text = formatSiwxMessage({
        domain: location.host,
        uri: location.origin,
        address: accountAddress,
        version: '1',
        chainId,
        nonce,
        issuedAt: new Date(issuedAt).toISOString(),
        expirationTime: new Date(issuedAt + lifetime).toISOString(),
        ...(statement === undefined ? {} : { statement }),
        ...(notBefore === undefined ? {} : { notBefore }),
      })
      return { accountAddress, chainId, toString: () => text }
    },
    async addSession({ message, signature }) {
      const nonce = /^Nonce: (\w+)$/m.exec(message)?.[1] ?? ''
      const nonceToken = nonceTokens.get(nonce) ?? ''
      nonceTokens.delete(nonce)
      const { token } = await call('authenticate', {
        headers: { 'x-nonce-jwt': `Bearer ${nonceToken}` },
        body: { message, signature },
      })
      storage.setItem(storageName, token)
    },
    revokeSession: signOut,
    async setSessions(sessions) {
      if (sessions.length === 0) return signOut()
      for (const session of sessions) await this.addSession(session)
    },
    async getSessions(chainId, accountAddress) {
      const token = storage.getItem(storageName)
      if (token === null) return []
      try {
        const { address, chainId: signedOn } = await call('getMe', { headers: bearer(token) })
        const data = { accountAddress: address, chainId: signedOn }
        return address === accountAddress && signedOn === chainId
          ? [{ data, message: '', signature: '' }]
          : []
      } catch (error) {
        if (!isStatus(error, 401)) throw error
        storage.removeItem(storageName)
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
    /** Where the session's token is kept. @default the browser's local storage */
    readonly storage?: StorageBackend | undefined
    /** Whether visitors must sign to stay connected. @default true */
    readonly required?: boolean | undefined
    /** For tests. */
    readonly clock?: typeof systemClock | undefined
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function isStatus(error: unknown, status: number): boolean {
  return error instanceof KitError && error.slots.status === status
}

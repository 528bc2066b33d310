import { randomHex } from '../../core/randomHex.js'
import type { SiwxConfig, SiwxRequest, SiwxSession } from '../../core/siwx.js'
import { createStorage, type StorageBackend } from '../../core/storage.js'
import { localStorage } from '../../core/storageBackends.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { formatSiwxMessage } from '../../siwx/message/formatSiwxMessage.js'
import { siwxSessionsItem } from './storedItems.js'

const sessionLimit = 20
const day = 86_400_000

/**
 * Signs in without a server: the signed messages are kept in this browser. The visitor is asked once, and the page
 * knows the account. It proves nothing to a server, which must verify a message of its own (`latchkey/siwx`).
 *
 * @example
 * ```ts
 * const kit = createKit({ networks, adapters, siwx: localSiwx({ statement: 'Welcome to Tidepool.' }) })
 * ```
 */
export function localSiwx(options: localSiwx.Options = {}): SiwxConfig {
  const { statement, lifetime = 7 * day, required = true, now = Date.now } = options
  const storage = createStorage(options.storage ?? localStorage())
  const read = () => storage.read(siwxSessionsItem) ?? []
  const write = (sessions: readonly SiwxSession[]) =>
    void storage.write(siwxSessionsItem, sessions.length === 0 ? undefined : sessions.slice(-sessionLimit))

  const add = (sessions: readonly SiwxSession[]) =>
    write([...read().filter((other) => !sessions.some(({ data }) => isOf(other, data))), ...sessions])
  const requestNow = (): SiwxRequest => ({
    domain: location.host,
    uri: location.origin,
    nonce: randomHex(16),
    expirationTime: new Date(now() + lifetime).toISOString(),
    ...(statement === undefined ? {} : { statement }),
  })

  return {
    createRequest: async () => requestNow(),
    async createMessage({ accountAddress, chainId, notBefore }) {
      const text = formatSiwxMessage({
        ...requestNow(),
        address: accountAddress,
        version: '1',
        chainId,
        issuedAt: new Date(now()).toISOString(),
        ...(notBefore === undefined ? {} : { notBefore }),
      })
      return { accountAddress, chainId, toString: () => text }
    },
    addSession: async (session) => add([session]),
    addSessions: async (sessions) => add(sessions),
    async revokeSession(chainId, accountAddress) {
      write(read().filter((session) => !isOf(session, { chainId, accountAddress })))
    },
    async setSessions(sessions) {
      write(sessions)
    },
    async getSessions(chainId, accountAddress) {
      const own = read().filter((session) => isOf(session, { chainId, accountAddress }))
      if (own.length === 0) return own
      // Most pages find no session, and need not read one.
      const { isSessionValid } = await import('./isSessionValid.js')
      return own.filter((session) => isSessionValid(session, location.host, now()))
    },
    getRequired: () => required,
  }
}

export declare namespace localSiwx {
  type Options = {
    /** One line of ASCII that visitors read before they sign. */
    readonly statement?: string | undefined
    /** For how long a signature is valid, in milliseconds. @default 7 days */
    readonly lifetime?: number | undefined
    /** @default the browser's local storage */
    readonly storage?: StorageBackend | undefined
    /** Whether visitors must sign to stay connected. @default true */
    readonly required?: boolean | undefined
    /** Epoch milliseconds; for tests. */
    readonly now?: (() => number) | undefined
  }
}

function isOf(
  { data }: SiwxSession,
  { accountAddress, chainId }: { readonly accountAddress: string; readonly chainId: CaipNetworkId },
): boolean {
  return data.accountAddress === accountAddress && data.chainId === chainId
}

import type { SiweConfig, SiwxConfig } from '../../../core/siwx.js'
import { fromSiweConfig } from '../../../features/siwx/fromSiweConfig.js'
import { signIn } from '../../../features/siwx/signIn.js'
import { requireCurrent } from '../current.js'
import type { formatMessage } from './messages.js'
import type { SIWECreateMessageArgs, SIWEMessageArgs } from './SIWEMessageArgs.js'

/** The parameter of the incumbent's `createSIWEConfig`. */
export type SIWEConfig = Omit<SiweConfig, 'createMessage' | 'getMessageParams'> & {
  /**
   * Returns the text to sign, e.g. by {@link formatMessage}: `({ address, ...args }) => formatMessage(args, address)`.
   */
  createMessage(input: SIWECreateMessageArgs): string
  readonly getMessageParams?: (() => Promise<SIWEMessageArgs>) | undefined
  /** No effect: the kit fetches a nonce when it needs one. */
  readonly nonceRefetchIntervalMs?: number | undefined
  /** No effect: the kit fetches the session when it needs it. */
  readonly sessionRefetchIntervalMs?: number | undefined
}

export type AppKitSIWEClient = SiweConfig & {
  /**
   * Asks the connected account to sign in; resolves to its session. @throws `APPKIT_NOT_CREATED`, and what signing
   * throws.
   */
  signIn(): ReturnType<SiweConfig['getSession']>
  /** The same as a SIWX config. */
  mapToSIWX(): SiwxConfig
}

/**
 * The incumbent's way to sign in, for `createAppKit({ siweConfig })`.
 *
 * @example
 * ```ts
 * const siweConfig = createSIWEConfig({
 *   getMessageParams: async () => ({ domain: location.host, uri: location.origin, chains: [1] }),
 *   createMessage: ({ address, ...args }) => formatMessage(args, address),
 *   getNonce, verifyMessage, getSession, signOut,
 * })
 * ```
 */
export function createSIWEConfig(config: SIWEConfig): AppKitSIWEClient {
  const {
    createMessage,
    getMessageParams,
    nonceRefetchIntervalMs: _,
    sessionRefetchIntervalMs: __,
    ...rest
  } = config
  const siwe: SiweConfig = {
    ...rest,
    getMessageParams,
    async createMessage({ address, chainId, nonce }) {
      const given = await getMessageParams?.()
      return createMessage({
        domain: location.host,
        uri: location.origin,
        chains: [chainId],
        iat: new Date().toISOString(),
        ...given,
        address: `did:pkh:eip155:${chainId}:${address}`,
        chainId,
        nonce,
        version: '1',
      })
    },
  }
  return {
    ...siwe,
    async signIn() {
      await signIn(requireCurrent('signIn').instance.kit)
      return siwe.getSession()
    },
    mapToSIWX: () => fromSiweConfig(siwe),
  }
}

/**
 * Connecting and signing in with one approval (WalletConnect spec, "Sign: session authenticate"; CAIP-122, ERC-5573).
 *
 * Most apps never do, so what it takes is loaded when it is first asked for; only the link is made here.
 */
import type { Core } from './Core.js'
import type { Auth, PairingOutcome } from './events.js'
import { openPairing, type Pairing } from './pairing.js'

export declare namespace authenticate {
  /** What is to be signed: all but the account. */
  type Message = {
    /** The host of the page, which the wallet shows. */
    readonly domain: string
    /** The page that asks. */
    readonly uri: string
    /** Made by the server that will check the signature, for this attempt alone. */
    readonly nonce: string
    /** One line of ASCII: official wallets sign anything else wrongly. */
    readonly statement?: string | undefined
    readonly resources?: readonly string[] | undefined
    /** Epoch milliseconds; when the signature stops, and starts, to be worth something. */
    readonly expiresAt?: number | undefined
    readonly notBeforeAt?: number | undefined
    readonly requestId?: string | undefined
  }
  type Common = {
    /** CAIP-2 ids of eip155. */
    readonly chains: readonly string[]
    /** Methods of the session that comes with it; none, no session. */
    readonly methods?: readonly string[] | undefined
    /**
     * Checks a signature: recovers the signer of `message` (EIP-191), or asks the contract at `address` (ERC-1271).
     * Without it the signatures are as the wallet sent them, and whoever relies on them has to check.
     */
    readonly verify?: ((auth: Auth) => boolean | Promise<boolean>) | undefined
    readonly signal?: AbortSignal | undefined
  }
  /**
   * The message, or a function that is called once the link is made, which so waits for no server. Where that throws,
   * `approval` rejects with `INPUT_INVALID`, and nothing was asked of a wallet.
   */
  type Parameters = Common & (Message | { readonly message: () => Promise<Message> })
}

/**
 * Gives a link under which a wallet may sign in and open a session at once. A wallet that cannot is asked for a session
 * alone: then `auths` is absent, and the app has to ask for a signature itself.
 *
 * What was signed is compared with what was asked (domain, nonce, page, times, chain); for the signature itself see
 * `verify`. `approval` also rejects with `INPUT_INVALID`, when the parameters are.
 */
export function authenticate(core: Core, parameters: authenticate.Parameters): Pairing<PairingOutcome> {
  return openPairing(core, {
    methods: ['wc_sessionAuthenticate'],
    signal: parameters.signal,
    async offer(offering) {
      const { offerAuthentication } = await import('./appAuthentication.js')
      await offerAuthentication(core, offering, parameters)
    },
    async accept(outcome) {
      const { verifyAuths } = await import('./appAuthentication.js')
      return verifyAuths(outcome, parameters)
    },
  })
}

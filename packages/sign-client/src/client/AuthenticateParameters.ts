import type { Auth } from './events.js'

/** The parameters of `authenticate`, shared with the module that is loaded on demand. */
export declare namespace AuthenticateParameters {
  /** The message to sign, without the account. */
  type Message = {
    /** The host of the page, which the wallet shows. */
    readonly domain: string
    /** The URL of the requesting page. */
    readonly uri: string
    /** A nonce for this attempt, issued by the server that will check the signature. */
    readonly nonce: string
    /** One line of ASCII: official wallets sign other texts incorrectly. */
    readonly statement?: string | undefined
    readonly resources?: readonly string[] | undefined
    /** When the signature expires and begins to be valid, in epoch milliseconds. */
    readonly expiresAt?: number | undefined
    readonly notBeforeAt?: number | undefined
    readonly requestId?: string | undefined
  }
  type Common = {
    /** CAIP-2 ids of eip155. */
    readonly chains: readonly string[]
    /** Methods of the session to open; without any, no session is opened. */
    readonly methods?: readonly string[] | undefined
    /**
     * Checks a signature: recovers the signer of `message` (EIP-191), or calls the contract at `address` (ERC-1271).
     * Without this function `auths` are unverified: check them before relying on them.
     */
    readonly verify?: ((auth: Auth) => boolean | Promise<boolean>) | undefined
    readonly signal?: AbortSignal | undefined
  }
  /**
   * The message, or a function that is called after the link has been made, so that the link does not wait for a
   * server. If the function throws, `approval` rejects with `INPUT_INVALID` and no wallet is asked.
   */
  type Parameters = Common & (Message | { readonly message: () => Promise<Message> })
}

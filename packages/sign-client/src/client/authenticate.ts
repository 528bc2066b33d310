/**
 * Connects and signs in with one approval (WalletConnect spec, "Sign: session authenticate"; CAIP-122, ERC-5573).
 *
 * Most apps never sign in this way, so the code is loaded on first use; only the link is made here.
 */
import type { AuthenticateParameters } from './AuthenticateParameters.js'
import type { Core } from './Core.js'
import type { PairingOutcome } from './events.js'
import { openPairing, type Pairing } from './pairing.js'

export declare namespace authenticate {
  type Message = AuthenticateParameters.Message
  type Common = AuthenticateParameters.Common
  type Parameters = AuthenticateParameters.Parameters
}

/**
 * Returns a link under which a wallet may sign in and open a session with one approval. A wallet without support is
 * asked for a session only: `auths` is then absent, and the app has to request a signature itself.
 *
 * The signed message is compared with the request (domain, nonce, page, times, chain); see `verify` for the signature.
 * `approval` also rejects with `INPUT_INVALID` if the parameters are invalid.
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

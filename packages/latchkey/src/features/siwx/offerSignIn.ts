import type { SignInOffer, SiwxConfig, SiwxSession } from '../../core/siwx.js'
import { defineSlot } from '../../core/slots.js'
import type { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { Kit } from '../Kit.js'
import { hostAnswer } from './hostAnswer.js'
import { toRefusal } from './toRefusal.js'

/** How long the server may take to give the request before the wallet is asked for a session alone. */
const requestPatience = 5_000
const acceptPatience = 15_000

const lastRefusal = defineSlot<KitError>('siwx.refusal')

/** Returns, once, why the last sign-in while connecting failed. */
export function takeRefusal(kit: Kit): KitError | undefined {
  return kit.slots.take(lastRefusal)
}

/**
 * Lets a wallet connect and sign in with one approval. `undefined` if the host's `siwx` cannot make a request before
 * the account is known.
 */
export function offerSignIn(kit: Kit, siwx: SiwxConfig): SignInOffer | undefined {
  const createRequest = siwx.createRequest?.bind(siwx)
  if (createRequest === undefined) return undefined
  return {
    request(chainIds) {
      takeRefusal(kit)
      return hostAnswer(kit.clock, requestPatience, createRequest({ chainIds }))
    },
    async accept({ sessions: given, networkId, signal }) {
      // The code that reads messages could not be loaded: the account is asked as usual.
      const sessions = await readable(given).catch(() => [])
      const inUse = sessions.find(({ data }) => data.chainId === networkId) ?? sessions[0]
      if (inUse === undefined) return
      // All messages share one nonce, so a `siwx` that takes one message at a time can take only one of them.
      const wanted = siwx.addSessions === undefined ? [inUse] : sessions
      try {
        await requireGenuine(wanted)
        const adding = siwx.addSessions?.(wanted) ?? siwx.addSession(inUse)
        await hostAnswer(kit.clock, acceptPatience, adding)
        if (signal.aborted) return await revoke(siwx, wanted)
        kit.events.emit({ type: 'SIWX_AUTH_SUCCESS', network: networkId })
      } catch (cause) {
        if (signal.aborted) return
        // Once it is connected, the account is asked as usual and told why.
        kit.slots.set(lastRefusal, await toRefusal(kit, cause, inUse))
        kit.events.emit({ type: 'SIWX_AUTH_ERROR', network: networkId })
      }
    },
  }
}

/**
 * Leaves out messages that no verifier reads: some wallets write the address without its checksum. Such an account is
 * asked as usual, without an error, because the visitor did nothing wrong.
 */
async function readable(sessions: readonly SiwxSession[]): Promise<readonly SiwxSession[]> {
  const { parseSiwxMessage } = await import('../../siwx/message/parseSiwxMessage.js')
  return sessions.filter(({ message }) => parseSiwxMessage(message) !== undefined)
}

/**
 * Verifies the signatures of keys. Only the chain can verify a contract's signature; the host's server asks it.
 */
async function requireGenuine(sessions: readonly SiwxSession[]): Promise<void> {
  const { isSignedByKey } = await import('../../siwx/verify/keySignature.js')
  for (const { message, signature, data, cacao } of sessions) {
    if (cacao?.s.t !== 'eip191' || isSignedByKey(message, data.accountAddress, signature)) continue
    throw walletError('WALLET_ANSWER_INVALID')
  }
}

async function revoke(siwx: SiwxConfig, sessions: readonly SiwxSession[]): Promise<void> {
  const revoking = sessions.map(({ data }) => siwx.revokeSession(data.chainId, data.accountAddress))
  // Revoke all, so that no chain stays signed in. If the server cannot be reached, the session there expires.
  await Promise.allSettled(revoking)
}

import type { SignInOffer, SiwxConfig, SiwxSession } from '../../core/siwx.js'
import { defineSlot } from '../../core/slots.js'
import type { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { Kit } from '../Kit.js'
import { hostAnswer } from './hostAnswer.js'
import { toRefusal } from './toRefusal.js'

/** How long the server may take to say what is to be signed, before a wallet is asked for a session alone. */
const requestPatience = 5_000
const acceptPatience = 15_000

const lastRefusal = defineSlot<KitError>('siwx.refusal')

/** Why the last sign-in with a connection came to nothing, once. */
export function takeRefusal(kit: Kit): KitError | undefined {
  return kit.slots.take(lastRefusal)
}

/**
 * What lets a wallet sign in with the very approval that connects it. `undefined` where the host's way to sign in does
 * not say what is to be signed before the account is known.
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
      // A part of the kit that could not be fetched: asked as usual.
      const sessions = await readable(given).catch(() => [])
      const inUse = sessions.find(({ data }) => data.chainId === networkId) ?? sessions[0]
      if (inUse === undefined) return
      // One nonce stands in all of them: what takes in one at a time can take in only one.
      const wanted = siwx.addSessions === undefined ? [inUse] : sessions
      try {
        await requireGenuine(wanted)
        const adding = siwx.addSessions?.(wanted) ?? siwx.addSession(inUse)
        await hostAnswer(kit.clock, acceptPatience, adding)
        if (signal.aborted) return await revoke(siwx, wanted)
        kit.events.emit({ type: 'SIWX_AUTH_SUCCESS', network: networkId })
      } catch (cause) {
        if (signal.aborted) return
        // The account is asked as usual once it is connected, and told why.
        kit.slots.set(lastRefusal, await toRefusal(kit, cause, inUse))
        kit.events.emit({ type: 'SIWX_AUTH_ERROR', network: networkId })
      }
    },
  }
}

/**
 * Without what no verifier would read: some wallets write the address without its checksum. Such an account is asked as
 * usual, without an error: the account did nothing wrong.
 */
async function readable(sessions: readonly SiwxSession[]): Promise<readonly SiwxSession[]> {
  const { parseSiwxMessage } = await import('../../siwx/message/parseSiwxMessage.js')
  return sessions.filter(({ message }) => parseSiwxMessage(message) !== undefined)
}

/**
 * What a wallet says a key signed, that key signed. What a contract is said to have signed only its chain can tell: the
 * host's server asks it.
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
  // Nobody stays half signed in; a server that cannot be told forgets the session in its time.
  await Promise.allSettled(revoking)
}

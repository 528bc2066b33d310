import type { Client } from 'viem'
import { systemClock } from '../../core/clock.js'
import { nodeRpc, RpcError } from '../../core/jsonRpc.js'
import { sleep } from '../../core/sleep.js'
import { accountError } from '../../protocol/accountErrors.js'
import { toNetworkId } from '../../protocol/caip.js'
import { type Eip1193Provider, isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import { clientOf } from './chainClient.js'

/** Time limits in milliseconds: for the nodes before the wallet is asked, then for the wallet. */
const nodePatience = 4_000
const walletPatience = 4_000

/**
 * A viem client for the reads that decide a transfer: a token's decimals, an account's nonces, receipts. It never asks
 * the host's service, because the list and the history that these reads verify come from there. It asks the network's
 * own nodes and, if none answers, the visitor's wallet, provided that the wallet reads the chain itself and is on it.
 *
 * If no source answers, {@link firmly} throws `NETWORK_UNREADABLE`.
 */
export function firmClient(network: Network, witness?: unknown): Client {
  const wallet = isEip1193Provider(witness) ? witness : undefined
  // A client is made for each action of the visitor. After the nodes failed once, it asks only the wallet, so that the
  // visitor does not wait for the nodes again.
  let isGone = false
  return clientOf(network, async (question) => {
    try {
      // Stryker disable next-line StringLiteral: nobody reads it where a wallet answers.
      if (isGone) throw new Error('no node answered before')
      const until = wallet && systemClock.now() + nodePatience
      return await nodeRpc({ clock: systemClock, network }, question, until)
    } catch (cause) {
      if (cause instanceof RpcError) throw cause
      isGone = wallet !== undefined
      const failure = accountError('NETWORK_UNREADABLE', { slots: { network: network.name }, cause })
      // Stryker disable next-line ConditionalExpression: asking no wallet fails, which ends in the same failure.
      if (wallet === undefined) throw failure
      return askWallet(wallet, network, question).catch(() => {
        throw failure
      })
    }
  })
}

/** Awaits a read by a firm client. @throws `NETWORK_UNREADABLE`, unwrapped from the viem error that hides it. */
export async function firmly<value>(reading: Promise<value>): Promise<value> {
  try {
    return await reading
  } catch (error) {
    throw unreadableIn(error) ?? error
  }
}

/** Returns the `NETWORK_UNREADABLE` error among the causes of a viem error. */
export function unreadableIn(error: unknown): Error | undefined {
  let cause = error
  for (let depth = 0; cause instanceof Error && depth < 8; depth++) {
    if (isKitError(cause, 'NETWORK_UNREADABLE')) return cause
    cause = cause.cause
  }
  return undefined
}

/** Reads from the wallet if it is on this network; it may be on another one, and may never answer. */
async function askWallet(
  wallet: Eip1193Provider,
  network: Network,
  question: { readonly method: string; readonly params?: unknown },
): Promise<unknown> {
  const late = new AbortController()
  const answers = [wallet.request(question), wallet.request({ method: 'eth_chainId' })]
  const timeout = sleep(systemClock, walletPatience, late.signal).then((): never => {
    // Stryker disable next-line StringLiteral: the failure of the nodes is thrown in its place.
    throw new Error('the wallet does not answer')
  })
  try {
    const [answer, chainId] = await Promise.race([Promise.all(answers), timeout])
    // Stryker disable next-line StringLiteral: the failure of the nodes is thrown in its place.
    if (toNetworkId(chainId, 'eip155') !== network.caipNetworkId) throw new Error('the wallet is elsewhere')
    return answer
  } finally {
    late.abort()
    timeout.catch(() => {})
  }
}

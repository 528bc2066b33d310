import type { Clock } from '../../core/clock.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'

type OpenRequest = { readonly answer: Promise<unknown>; readonly askedAt: number }

/**
 * How long, in milliseconds, a wallet's prompt counts as open. After that it may be lost, and the wallet is asked
 * again.
 */
const promptLifetime = 60_000

/** Open prompts of all kits on this page, because wallets refuse a second prompt from the same page. */
const openRequests = new WeakMap<Eip1193Provider, OpenRequest>()

/**
 * Asks a wallet for its accounts, or waits for the prompt that is already open: wallets answer a second request with
 * -32002 "already pending", and a visitor who tries again could no longer approve the first.
 *
 * @throws the wallet's error.
 */
export function joinAccountsRequest(provider: Eip1193Provider, clock: Clock): Promise<unknown> {
  const open = openRequests.get(provider)
  if (open !== undefined && clock.now() - open.askedAt < promptLifetime) return open.answer
  const answer = (async () => provider.request({ method: 'eth_requestAccounts' }))()
  const request = { answer, askedAt: clock.now() }
  openRequests.set(provider, request)
  const forget = () => {
    if (openRequests.get(provider) === request) openRequests.delete(provider)
  }
  answer.then(forget, forget)
  return answer
}

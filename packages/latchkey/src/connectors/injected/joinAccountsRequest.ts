import type { Clock } from '../../core/clock.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'

type OpenRequest = { readonly answer: Promise<unknown>; readonly askedAt: number }

/** How long a wallet's prompt is taken to be open still. After that it may be lost, and the wallet is asked anew. */
const promptLifetime = 60_000

/** The prompts that are open, of all kits on this page: what a wallet refuses is a second one from the page. */
const openRequests = new WeakMap<Eip1193Provider, OpenRequest>()

/**
 * Asks a wallet for its accounts, or waits for the prompt that is open already: asked a second time, wallets answer
 * -32002 "already pending", and a visitor who tries again could no longer say yes to the first.
 *
 * @throws what the wallet throws.
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

import type { SiwxMessage } from './message/SiwxMessage.js'
import { createNonce, memoryNonceStore } from './verify/nonces.js'
import type { verifySiwx } from './verify/verifySiwx.js'

/** The time of the tests: 2026-11-21T10:00:00Z. */
export const now = Date.UTC(2026, 10, 21, 10)

/** A message that {@link expectations} like, its nonce among those that `store` gave out. */
export function messageOf(
  more: Partial<SiwxMessage> & Pick<SiwxMessage, 'address'>,
  store: ReturnType<typeof memoryNonceStore>,
): SiwxMessage {
  const nonce = more.nonce ?? createNonce()
  void store.add(nonce)
  return {
    domain: 'app.example',
    uri: 'https://app.example/login',
    version: '1',
    chainId: 'eip155:1',
    issuedAt: new Date(now).toISOString(),
    ...more,
    nonce,
  }
}

export function expectations(
  nonceStore: ReturnType<typeof memoryNonceStore>,
  more: Partial<verifySiwx.Expectations> = {},
): verifySiwx.Expectations {
  return {
    domain: 'app.example',
    scheme: 'https',
    nonceStore,
    chainIds: ['eip155:1'],
    maxAge: 10 * 60_000,
    now,
    ...more,
  }
}

export const testStore = () => memoryNonceStore({ now: () => now })

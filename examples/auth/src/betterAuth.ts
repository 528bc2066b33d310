import { createNonce, memoryNonceStore, SiwxError, verifySiwx } from 'latchkey/siwx'
import type { Page } from './signIn.mjs'

// One process can keep its nonces in memory; several processes need a shared store (docs: sign-in).
const nonceStore = memoryNonceStore()

/**
 * The options of better-auth's plugin, `plugins: [siwe(siweOptions(page))]`: it stores users and sessions, and leaves
 * verifying the message to you. The client supplies the address and chain; here they must match the message.
 */
export function siweOptions(page: Page) {
  return {
    domain: page.domain,
    async getNonce(): Promise<string> {
      const nonce = createNonce()
      await nonceStore.add(nonce)
      return nonce
    },
    async verifyMessage({ message, signature, address, chainId }: Claim): Promise<boolean> {
      const expected = {
        ...page,
        nonceStore,
        address,
        chainIds: [`eip155:${chainId}` as const],
        maxAge: 600_000,
      }
      try {
        await verifySiwx({ message, signature, expected })
        return true
      } catch (error) {
        if (error instanceof SiwxError) return false
        throw error
      }
    },
  }
}

type Claim = {
  readonly message: string
  readonly signature: string
  readonly address: string
  readonly chainId: number
}

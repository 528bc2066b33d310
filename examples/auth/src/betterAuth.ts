import { createNonce, memoryNonceStore, SiwxError, verifySiwx } from 'latchkey/siwx'
import type { Page } from './signIn.mjs'

// One process can keep its nonces in memory; several need a store that they share (docs: sign-in).
const nonceStore = memoryNonceStore()

/**
 * What better-auth's own plugin asks for, `plugins: [siwe(siweOptions(page))]`: it keeps users and sessions, and leaves
 * the message to you. The address and the chain that it is called with come from the client; here they must be those of
 * the message.
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

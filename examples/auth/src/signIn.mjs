import { createNonce, memoryNonceStore, verifySiwx } from 'latchkey/siwx'

// One process can keep its nonces in memory; several processes need a shared store (docs: sign-in).
const nonceStore = memoryNonceStore()

/** @typedef {{ readonly domain: string, readonly scheme: 'https' | 'http' }} Page What your page is, as browsers reach it. */

/** @returns {Promise<string>} */
export async function newNonce() {
  const nonce = createNonce()
  await nonceStore.add(nonce)
  return nonce
}

/**
 * Who signed: `eip155:1:0x…`. Throws a `SiwxError`, in the same words whatever was wrong.
 *
 * @param {Page} page @param {{ readonly message?: unknown, readonly signature?: unknown }} body @returns {Promise<string>}
 */
export async function signIn(page, { message, signature }) {
  const { account } = await verifySiwx({
    message,
    signature,
    expected: { ...page, nonceStore, chainIds: ['eip155:1'], maxAge: 10 * 60_000 },
  })
  return account
}

import { createNonce, memoryNonceStore, verifySiwx } from 'latchkey/siwx'

// One process can keep its nonces in memory; several processes need a shared store (docs: sign-in).
const nonceStore = memoryNonceStore()

/** @typedef {{ readonly domain: string, readonly scheme: 'https' | 'http' }} Page Your page's origin, as browsers see it. */

/** @returns {Promise<string>} */
export async function newNonce() {
  const nonce = createNonce()
  await nonceStore.add(nonce)
  return nonce
}

/**
 * Returns who signed: `eip155:1:0x…`. Throws a `SiwxError` with the same message for every reason.
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

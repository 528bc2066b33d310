/**
 * The optional peers, each loaded by the first message that needs it. Each `import` has its own `try`: it tells
 * bundlers that the peer may be missing, so they can build servers that never need it.
 */

export async function loadBtcSigner() {
  try {
    return await import('@scure/btc-signer')
  } catch (cause) {
    throw missing('@scure/btc-signer', cause)
  }
}

export async function loadSr25519() {
  try {
    return await import('@scure/sr25519')
  } catch (cause) {
    throw missing('@scure/sr25519', cause)
  }
}

/** Not a `SiwxError`: the server is not set up; the signature plays no part. */
function missing(name: string, cause: unknown): Error {
  return new Error(`verifySiwx needs the peer dependency ${name} for this chain family`, { cause })
}

/** Loads the optional peer, on first use. */
export async function loadBtcSigner() {
  try {
    return await import('@scure/btc-signer')
  } catch (cause) {
    throw new Error('latchkey/bip122 needs the peer dependency @scure/btc-signer', { cause })
  }
}

export type BtcSigner = Awaited<ReturnType<typeof loadBtcSigner>>

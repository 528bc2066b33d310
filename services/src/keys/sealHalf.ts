import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})

/** Where a half goes; whoever opens it must expect the same. */
export type HalfPlace = {
  readonly project: string
  readonly wallet: string
  readonly slot: string
  /** The thumbprint of the session's key. */
  readonly key: string
  /** `new` for a half that was just made. */
  readonly epoch: number | 'new'
}

/**
 * Seals a half to the key of one request (HPKE, RFC 9180), so that neither a proxy that ends TLS nor a log of answers holds a half that can be
 * used. Returns nothing if the key is no point of P-256.
 */
export async function sealHalf(
  key: string,
  { project, wallet, slot, key: session, epoch }: HalfPlace,
  half: Uint8Array,
): Promise<{ readonly enc: string; readonly text: string } | undefined> {
  const recipientPublicKey = await suite.kem
    .deserializePublicKey(toBuffer(Buffer.from(key, 'base64url')))
    // Not 65 bytes, or not on the curve.
    .catch(() => undefined)
  if (recipientPublicKey === undefined) return undefined
  const about = `half/1|${project}|${wallet}|${slot}|${session}|${epoch}`
  const info = toBuffer(Buffer.from('latchkey half/1'))
  const sealed = await suite.seal({ recipientPublicKey, info }, toBuffer(half), toBuffer(Buffer.from(about)))
  return { enc: toText(sealed.enc), text: toText(sealed.ct) }
}

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

function toText(buffer: ArrayBuffer): string {
  return Buffer.from(buffer).toString('base64url')
}

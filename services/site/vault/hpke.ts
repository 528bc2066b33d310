import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { p256 } from '@noble/curves/nist.js'
import { asBytes, type Bytes, fromText, toText, utf8 } from './bytes.js'
import { VaultError } from './VaultError.js'

/** What was sealed to a key (HPKE, RFC 9180, base mode), as it is stored. */
export type Sealed = { readonly enc: string; readonly text: string }

/** A P-256 key pair: the private key as a scalar of 32 bytes, the public key as an uncompressed point. */
export type KeyPair = { readonly privateKey: Bytes; readonly publicKey: Bytes }

/** What a ciphertext is for: `info` names its kind, `about` its place. */
type Purpose = { readonly info: string; readonly about: string }

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})

/**
 * Makes a key pair as bytes. The browser could make one too, but would give its private key away only in a text, which cannot be overwritten.
 */
export function createKeyPair(): KeyPair {
  const privateKey = asBytes(p256.utils.randomSecretKey())
  return { privateKey, publicKey: asBytes(p256.getPublicKey(privateKey, false)) }
}

/** Seals bytes to a public key. Throws `damaged` if it is none. */
export async function sealTo(publicKey: Bytes, { info, about }: Purpose, bytes: Uint8Array): Promise<Sealed> {
  const recipientPublicKey = await importPublic(publicKey)
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info: utf8(info).buffer },
    new Uint8Array(bytes).buffer,
    utf8(about).buffer,
  )
  return { enc: toText(new Uint8Array(enc)), text: toText(new Uint8Array(ct)) }
}

/** Opens what was sealed to a key. Throws `damaged`. */
export async function openSealed(
  { privateKey, publicKey }: KeyPair,
  { info, about }: Purpose,
  { enc, text }: Sealed,
): Promise<Bytes> {
  try {
    const recipientKey = {
      privateKey: await suite.kem.deserializePrivateKey(new Uint8Array(privateKey).buffer),
      publicKey: await importPublic(publicKey),
    }
    const opened = await suite.open(
      { recipientKey, enc: fromText(enc, 65).buffer, info: utf8(info).buffer },
      fromText(text).buffer,
      utf8(about).buffer,
    )
    return new Uint8Array(opened)
  } catch (cause) {
    throw new VaultError('damaged', 'a sealed key does not open', { cause })
  }
}

async function importPublic(publicKey: Bytes): Promise<CryptoKey> {
  return suite.kem.deserializePublicKey(new Uint8Array(publicKey).buffer).catch((cause: unknown): never => {
    throw new VaultError('damaged', 'a public key is none', { cause })
  })
}

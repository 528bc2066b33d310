import { createCipheriv, createDecipheriv, createECDH, createHmac } from 'node:crypto'

// A second implementation of HPKE (RFC 9180) in base mode with DHKEM(P-256, HKDF-SHA256) and HKDF-SHA256, written from the RFC's text with
// Node's cryptography, to hold the library against.

const kem = Buffer.concat([Buffer.from('KEM'), number(0x0010)])

export type HpkeMessage = {
  readonly info: Buffer
  readonly aad: Buffer
  /** Bytes of the AEAD's key: 16 for AES-128-GCM, 32 for AES-256-GCM. */
  readonly keyLength: 16 | 32
}

/** Opens a single message (`OpenBase`). Throws if it does not open. */
export function openHpke(
  privateKey: Buffer,
  { enc, text, ...message }: HpkeMessage & { readonly enc: Buffer; readonly text: Buffer },
): Buffer {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const shared = pair.computeSecret(enc)
  const { key, nonce } = schedule(shared, { enc, publicKey: pair.getPublicKey(), ...message })
  const aes = createDecipheriv(message.keyLength === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, nonce)
  aes.setAAD(message.aad).setAuthTag(text.subarray(-16))
  return Buffer.concat([aes.update(text.subarray(0, -16)), aes.final()])
}

/** Seals a single message (`SealBase`). */
export function sealHpke(
  publicKey: Buffer,
  { plain, ephemeral, ...message }: HpkeMessage & { readonly plain: Buffer; readonly ephemeral?: Buffer },
): { readonly enc: Buffer; readonly text: Buffer } {
  const pair = createECDH('prime256v1')
  if (ephemeral === undefined) pair.generateKeys()
  else pair.setPrivateKey(ephemeral)
  const enc = pair.getPublicKey()
  const { key, nonce } = schedule(pair.computeSecret(publicKey), { enc, publicKey, ...message })
  const aes = createCipheriv(message.keyLength === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, nonce)
  aes.setAAD(message.aad)
  return { enc, text: Buffer.concat([aes.update(plain), aes.final(), aes.getAuthTag()]) }
}

type Schedule = HpkeMessage & { readonly enc: Buffer; readonly publicKey: Buffer }

/** Section 4.1 (`ExtractAndExpand`) and section 5.1 (`KeySchedule`). */
function schedule(shared: Buffer, { enc, publicKey, info, keyLength }: Schedule) {
  const prk = labeledExtract(kem, Buffer.alloc(0), 'eae_prk', shared)
  const secretOfKem = labeledExpand(kem, prk, 'shared_secret', Buffer.concat([enc, publicKey]), 32)
  const suite = Buffer.concat([
    Buffer.from('HPKE'),
    number(0x0010),
    number(0x0001),
    number(keyLength === 16 ? 0x0001 : 0x0002),
  ])
  const pskIdHash = labeledExtract(suite, Buffer.alloc(0), 'psk_id_hash', Buffer.alloc(0))
  const infoHash = labeledExtract(suite, Buffer.alloc(0), 'info_hash', info)
  const context = Buffer.concat([Buffer.of(0), pskIdHash, infoHash])
  const secret = labeledExtract(suite, secretOfKem, 'secret', Buffer.alloc(0))
  return {
    key: labeledExpand(suite, secret, 'key', context, keyLength),
    nonce: labeledExpand(suite, secret, 'base_nonce', context, 12),
  }
}

function labeledExtract(suite: Buffer, salt: Buffer, label: string, input: Buffer): Buffer {
  const labeled = Buffer.concat([Buffer.from('HPKE-v1'), suite, Buffer.from(label), input])
  return createHmac('sha256', salt).update(labeled).digest()
}

function labeledExpand(suite: Buffer, key: Buffer, label: string, info: Buffer, length: number): Buffer {
  const labeled = Buffer.concat([number(length), Buffer.from('HPKE-v1'), suite, Buffer.from(label), info])
  // One block of SHA-256 is as long as the longest key.
  return createHmac('sha256', key)
    .update(Buffer.concat([labeled, Buffer.of(1)]))
    .digest()
    .subarray(0, length)
}

function number(value: number): Buffer {
  return Buffer.of(value >> 8, value & 255)
}

import { asBytes, type Bytes, fromText, random, toText, utf8, wipe } from './bytes.js'
import { VaultError, type VaultErrorCode } from './VaultError.js'

/** An AES-256-GCM ciphertext, as it is stored. */
export type Box = { readonly iv: string; readonly text: string }

/** Derives 32 bytes with HKDF-SHA256. */
export async function derive(
  secret: Uint8Array,
  info: string,
  salt: Uint8Array = new Uint8Array(),
): Promise<Bytes> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', asBytes(secret), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: asBytes(salt), info: utf8(info) }
  return new Uint8Array(await subtle.deriveBits(parameters, key, 256))
}

/** Encrypts with AES-256-GCM and a fresh iv. `about` is authenticated. The key is overwritten. */
export async function sealBox(key: Bytes, about: string, bytes: Uint8Array): Promise<Box> {
  const { subtle } = crypto
  const iv = random(12)
  const imported = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  wipe(key)
  const parameters = { name: 'AES-GCM', iv, additionalData: utf8(about) }
  const text = await subtle.encrypt(parameters, imported, asBytes(bytes))
  return { iv: toText(iv), text: toText(new Uint8Array(text)) }
}

/** Opens a box. The key is overwritten. Throws a `VaultError` of the code if it does not open. */
export async function openBox(key: Bytes, about: string, box: Box, code: VaultErrorCode): Promise<Bytes> {
  const { subtle } = crypto
  const imported = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  wipe(key)
  const parameters = { name: 'AES-GCM', iv: fromText(box.iv, 12), additionalData: utf8(about) }
  const opened = await subtle
    .decrypt(parameters, imported, fromText(box.text))
    .catch((cause: unknown): never => {
      throw new VaultError(code, 'does not open', { cause })
    })
  return new Uint8Array(opened)
}

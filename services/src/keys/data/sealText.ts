import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SealedTextError } from '../DataKeys.js'

/**
 * Encrypts bytes with AES-256-GCM; the text begins with the format's number. `about` is authenticated: the text opens only with the same one.
 */
export function sealText(key: Uint8Array, about: string, bytes: Uint8Array): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const parts = [iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]
  return `1.${Buffer.concat(parts).toString('base64url')}`
}

/** @throws {SealedTextError} */
export function openText(key: Uint8Array, about: string, sealed: string): Uint8Array {
  // Node would skip characters that are none of base64url, so that two texts would open alike.
  if (!/^1\.[\w-]{38,}$/.test(sealed)) throw new SealedTextError('no sealed text')
  const bytes = Buffer.from(sealed.slice(2), 'base64url')
  if (bytes.toString('base64url') !== sealed.slice(2)) throw new SealedTextError('no sealed text')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  } catch (cause) {
    throw new SealedTextError('does not open', { cause })
  }
}

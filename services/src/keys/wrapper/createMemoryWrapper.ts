import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type KeyWrapper, WrapperError } from './KeyWrapper.js'

/** Wraps with a key that ends with the process, for services that write nothing to disk. */
export function createMemoryWrapper(): KeyWrapper {
  const secret = randomBytes(32)

  async function wrap(key: Uint8Array): Promise<string> {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', secret, iv)
    const text = Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
    return `memory:${text.toString('base64url')}`
  }

  async function unwrap(wrapped: string): Promise<Uint8Array> {
    const bytes = Buffer.from(wrapped.replace(/^memory:/, ''), 'base64url')
    try {
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    } catch (cause) {
      throw new WrapperError('a wrapped key is of another process', { cause })
    }
  }

  return { wrap, unwrap, rewrap: async (wrapped) => wrap(await unwrap(wrapped)), health: async () => {} }
}

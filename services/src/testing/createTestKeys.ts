import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { type DataKeys, KeyDestroyedError, type UserRef } from '../keys/DataKeys.js'

/** Data keys in memory, for tests of what is stored with them. */
export function createTestKeys(): DataKeys {
  const secret = randomBytes(32)
  const users = new Map<string, Buffer>()
  const nameOf = ({ project, user }: UserRef) => `${project}/${user}`
  const keyOf = (owner: UserRef) => {
    const key = users.get(nameOf(owner))
    if (key === undefined) throw new KeyDestroyedError('the user has no key')
    return key
  }

  return {
    async begin(owner) {
      users.set(nameOf(owner), users.get(nameOf(owner)) ?? randomBytes(32))
    },
    async seal(owner, about, bytes) {
      const key = keyOf(owner)
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
      const text = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    async open(owner, about, sealed) {
      const key = keyOf(owner)
      const bytes = Buffer.from(sealed, 'base64url')
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      cipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()])
    },
    async lookup(project, about, text) {
      return createHmac('sha256', secret)
        .update(JSON.stringify([project, about, text]))
        .digest('base64url')
    },
    async destroy(owner) {
      users.delete(nameOf(owner))
    },
  }
}

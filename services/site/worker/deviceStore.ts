import type { DeviceStore, Seen } from '../vault/WalletSession.js'
import { randomBytes } from './randomBytes.js'
import type { Kept } from './storage.js'

/** What the vault's flows keep of this device: its key, which cannot leave the browser, and the version of the wallet that it has seen. */
export function deviceStore(kept: Kept): DeviceStore {
  const seenOf = (user: string) => `seen ${user}`
  return {
    key: () =>
      kept.ensure('device', () =>
        crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']),
      ),
    readSeen: async (user) => (await kept.get(seenOf(user))) as Seen | undefined,
    writeSeen: (user, seen) => kept.set(seenOf(user), seen),
    forget: (user) => kept.remove(seenOf(user)),
  }
}

/** 128 random bits in base64url. */
export function newId(): string {
  return btoa(String.fromCharCode(...randomBytes(16)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** The side that a message comes from. */
export type Direction = 'frame' | 'window'

/**
 * Seals the messages between an iframe and its window for the way through the server: AES-256-GCM under a key that only they have (it stands in the
 * window's address behind `#`, which no server sees). The number and the direction of a message are part of what is sealed. Each
 * side puts its messages to a place of its own, so that none takes its own ones.
 */
export async function openSealing(secret: string) {
  const bytes = Uint8Array.from(atob(secret.replace(/-/g, '+').replace(/_/g, '/')), (character) =>
    character.charCodeAt(0),
  )
  const base = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits'])
  const derivation = (info: string) => ({
    ...{ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array() },
    info: new TextEncoder().encode(info),
  })
  const key = await crypto.subtle.deriveKey(
    derivation('latchkey rendezvous/1'),
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
  const about = (from: Direction, seq: number) => new TextEncoder().encode(`${from} ${seq}`)
  return {
    /** Where the messages of a side are: an id that says nothing of the other's. */
    async placeOf(from: Direction): Promise<string> {
      const bits = await crypto.subtle.deriveBits(
        derivation(`latchkey rendezvous place/1 ${from}`),
        base,
        128,
      )
      return base64url(new Uint8Array(bits))
    },
    async seal(from: Direction, seq: number, message: unknown): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = new TextEncoder().encode(JSON.stringify(message))
      const sealed = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: about(from, seq) },
        key,
        text,
      )
      return base64url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
    },
    /** `undefined` for a message that the other side has not sealed under this number. */
    async open(from: Direction, seq: number, sealed: string): Promise<unknown> {
      try {
        const all = Uint8Array.from(atob(sealed.replace(/-/g, '+').replace(/_/g, '/')), (character) =>
          character.charCodeAt(0),
        )
        const iv = all.subarray(0, 12)
        const text = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv, additionalData: about(from, seq) },
          key,
          all.subarray(12),
        )
        return JSON.parse(new TextDecoder().decode(text))
      } catch {
        // Forged, moved or cut.
        return undefined
      }
    },
  }
}

export function base64url(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

import type { WalletSlot, WalletVersion } from 'latchkey/protocol'
import { asBytes, type Bytes, fromText, toText } from './bytes.js'
import { fetchHalf } from './fetchHalf.js'
import { blindPassword } from './password.js'
import { type Halves, unlockSlot } from './slotLock.js'
import { VaultError, type VaultErrorCode } from './VaultError.js'
import { openVaultKey, type WalletPlace } from './vault.js'
import type { DeviceStore, WalletSession } from './WalletSession.js'

/** What opens one slot: its secret, or for a passkey what the authenticator gave. */
export type SlotSecret =
  | { readonly type: 'device' | 'operator' }
  | {
      readonly type: 'passkey'
      readonly assertion: { readonly [name: string]: unknown }
      readonly prf: Bytes
    }
  | { readonly type: 'password'; readonly password: string }
  | { readonly type: 'kit'; readonly secret: Bytes }

/** Opens the vault key of a version through one slot: with the server's half, as on any other day. The caller wipes the key. */
export async function openSlot(
  session: WalletSession,
  { place, version, slot, secret, isPending = false }: openSlot.Options,
): Promise<Bytes> {
  const { epoch, addresses } = version
  const { id, type } = slot
  if (type !== secret.type) throw new VaultError('no-way', 'the slot is of another type')
  const asked = { slot: id, epoch, ...(isPending ? { isPending } : {}) }
  const halves = await halvesOf(session, { place, slot, secret, asked })
  const privateKey = await unlockSlot({ place, id, type, addresses }, halves, slot.locked, misfits[type])
  return openVaultKey(privateKey, { place, epoch }, slot)
}

export declare namespace openSlot {
  type Options = {
    readonly place: WalletPlace
    readonly version: Pick<WalletVersion, 'epoch' | 'addresses'>
    readonly slot: WalletSlot
    readonly secret: SlotSecret
    /** Whether the version is not committed yet. */
    readonly isPending?: boolean | undefined
  }
}

/** What it means that halves do not fit: a person can mistake a word, a device cannot. */
const misfits: { readonly [type in SlotSecret['type']]: VaultErrorCode } = {
  device: 'damaged',
  passkey: 'wrong-secret',
  password: 'wrong-secret',
  kit: 'wrong-secret',
  operator: 'damaged',
}

async function halvesOf(
  session: WalletSession,
  {
    place,
    slot,
    secret,
    asked,
  }: Pick<openSlot.Options, 'place' | 'slot' | 'secret'> & {
    readonly asked: Parameters<typeof fetchHalf>[2]
  },
): Promise<Halves> {
  switch (secret.type) {
    case 'device': {
      const { half: server } = await fetchHalf(session, place, asked)
      return { client: await deviceHalf(session.device, fromText(slot.point ?? '', 65)), server }
    }
    case 'passkey': {
      const { half: server } = await fetchHalf(session, place, { ...asked, assertion: secret.assertion })
      return { client: asBytes(secret.prf.slice()), server }
    }
    case 'password': {
      const hidden = blindPassword(secret.password, { place, slot: slot.id, stretch: session.stretch })
      const blinded = toText(hidden.blinded)
      const { half: server, evaluated } = await fetchHalf(session, place, { ...asked, blinded })
      if (evaluated === undefined) throw new VaultError('damaged', 'the service evaluates nothing')
      return { client: await hidden.finish(evaluated), server }
    }
    case 'kit':
      return { client: asBytes(secret.secret.slice()), server: new Uint8Array() }
    case 'operator':
      return { client: new Uint8Array(), server: (await fetchHalf(session, place, asked)).half }
  }
}

/** The client half of a device: what its key and a slot's point have in common (ECDH). Nobody else can compute it, and it is stored nowhere. */
export async function deviceHalf(device: Pick<DeviceStore, 'key'>, point: Bytes): Promise<Bytes> {
  const { subtle } = crypto
  const { privateKey } = await device.key()
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const theirs = await subtle.importKey('raw', point, algorithm, false, []).catch((cause: unknown): never => {
    throw new VaultError('damaged', 'the point of a device is none', { cause })
  })
  return new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256))
}

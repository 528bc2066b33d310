import type { SlotType } from 'latchkey/protocol'
import type { Addresses } from './accounts.js'
import { type Bytes, concat, fromText, wipe } from './bytes.js'
import { type Box, derive, openBox, sealBox } from './ciphers.js'
import type { VaultErrorCode } from './VaultError.js'
import type { WalletPlace } from './vault.js'

/**
 * A slot whose private key is locked. The lock names the wallet's addresses, which never change: whoever does not have the client half can
 * seal another wallet to the slot's public key, but the slot opens for these addresses only.
 */
export type LockPlace = {
  readonly place: WalletPlace
  readonly id: string
  readonly type: SlotType
  readonly addresses: Addresses
}

/** The two halves of the key that locks a slot: neither is of any use alone. One of them is empty for a kit and for an operator. */
export type Halves = { readonly client: Bytes; readonly server: Bytes }

/** Locks a slot's private key under both halves, which are overwritten. */
export async function lockSlot(where: LockPlace, halves: Halves, privateKey: Bytes): Promise<Box> {
  return sealBox(await lockKey(where, halves), aboutLock(where), privateKey)
}

/** Unlocks a slot's private key with both halves, which are overwritten. Throws a `VaultError` of the code if they do not fit. */
export async function unlockSlot(
  where: LockPlace,
  halves: Halves,
  locked: Box,
  code: VaultErrorCode,
): Promise<Bytes> {
  return openBox(await lockKey(where, halves), aboutLock(where), locked, code)
}

async function lockKey({ place, id, type }: LockPlace, { client, server }: Halves): Promise<Bytes> {
  const both = concat(client, server)
  wipe(client, server)
  const info = `latchkey kek/1|${place.project}|${place.wallet}|${type}`
  const key = await derive(both, info, fromText(id, 16))
  wipe(both)
  return key
}

function aboutLock({ place, id, type, addresses }: LockPlace): string {
  return `lock/2|${place.project}|${place.wallet}|${id}|${type}|${addresses.eip155}|${addresses.solana}`
}

import type { WalletSlot, WalletVersion } from 'latchkey/protocol'
import { type Addresses, deriveAccounts } from './accounts.js'
import { type Bytes, fromText, wipe } from './bytes.js'
import { changeKeyOf } from './changeKey.js'
import { derive, openBox, sealBox } from './ciphers.js'
import { openSealed, sealTo } from './hpke.js'
import { VaultError } from './VaultError.js'
import { type ListedSlot, readVault, type VaultContents, writeVault } from './vaultBytes.js'

/** Which wallet something belongs to. */
export type WalletPlace = { readonly project: string; readonly wallet: string }

/** An opened wallet. {@link lock} it as soon as it is not needed. */
export type OpenedWallet = {
  readonly place: WalletPlace
  /** The vault key of this epoch. */
  readonly vaultKey: Bytes
  readonly contents: VaultContents
  readonly version: WalletVersion
  /** The slot of this device, if it has one. */
  readonly ownSlot?: string | undefined
}

/** Overwrites the secrets of an opened wallet. */
export function lock(opened: OpenedWallet): void {
  wipe(opened.vaultKey, opened.contents.entropy)
}

/** What of a version the vault is bound to. */
type Frame = {
  readonly place: WalletPlace
  readonly epoch: number
  readonly version: number
  readonly addresses: Addresses
}

/** Encrypts a vault for one version. */
export async function makeVault(
  vaultKey: Bytes,
  frame: Frame,
  contents: VaultContents,
): Promise<WalletVersion['vault']> {
  const bytes = writeVault(contents)
  try {
    return await sealBox(await derive(vaultKey, vaultInfo), aboutVault(frame), bytes)
  } finally {
    wipe(bytes)
  }
}

/**
 * Opens a version with its vault key, and checks everything that the server could have changed: that the accounts are those of the addresses,
 * that the slots are those that the vault lists, and that changes are signed with this key. Throws `damaged`.
 */
export async function openVault(
  vaultKey: Bytes,
  place: WalletPlace,
  version: WalletVersion,
): Promise<OpenedWallet> {
  const contents = await openContents(vaultKey, { place, ...version }, version.vault)
  const isRight = isListed(contents.slots, version.slots)
  if (isRight && (await changeKeyOf(vaultKey)) === version.changeKey)
    return { place, vaultKey, contents, version }
  wipe(contents.entropy)
  throw new VaultError(
    'damaged',
    isRight ? 'changes are signed with another key' : 'the ways in are not those that the vault lists',
  )
}

/** Opens a vault, and checks that its accounts are those of the addresses. Throws `damaged`. The caller wipes the entropy. */
export async function openContents(
  vaultKey: Bytes,
  frame: Frame,
  vault: WalletVersion['vault'],
): Promise<VaultContents> {
  const bytes = await openBox(await derive(vaultKey, vaultInfo), aboutVault(frame), vault, 'damaged')
  const contents = readVault(bytes)
  wipe(bytes)
  const { eip155, solana, addresses } = await deriveAccounts(contents.entropy)
  wipe(eip155, solana)
  if (addresses.eip155 === frame.addresses.eip155 && addresses.solana === frame.addresses.solana)
    return contents
  wipe(contents.entropy)
  throw new VaultError('damaged', 'the vault holds other accounts')
}

/** Seals a vault key to the public key of a slot. */
export async function sealVaultKey(
  vaultKey: Bytes,
  { place, epoch }: Pick<Frame, 'place' | 'epoch'>,
  { id, type, publicKey }: ListedSlot,
): Promise<WalletSlot['sealed']> {
  const purpose = { info: slotInfo, about: aboutSlot(place, epoch, { id, type }) }
  return sealTo(fromText(publicKey, 65), purpose, vaultKey)
}

/** Opens the vault key of an epoch with a slot's private key, which is overwritten. Throws `damaged`. */
export async function openVaultKey(
  privateKey: Bytes,
  { place, epoch }: Pick<Frame, 'place' | 'epoch'>,
  { id, type, publicKey, sealed }: Pick<WalletSlot, 'id' | 'type' | 'publicKey' | 'sealed'>,
): Promise<Bytes> {
  const purpose = { info: slotInfo, about: aboutSlot(place, epoch, { id, type }) }
  try {
    return await openSealed({ privateKey, publicKey: fromText(publicKey, 65) }, purpose, sealed)
  } finally {
    wipe(privateKey)
  }
}

const vaultInfo = 'latchkey vault/1'
const slotInfo = 'latchkey slot/1'

function aboutVault({ place, epoch, version, addresses }: Frame): string {
  return `vault/1|${place.project}|${place.wallet}|${epoch}|${version}|${addresses.eip155}|${addresses.solana}`
}

function aboutSlot(place: WalletPlace, epoch: number, { id, type }: Pick<ListedSlot, 'id' | 'type'>): string {
  return `slot/1|${place.project}|${place.wallet}|${epoch}|${id}|${type}`
}

function isListed(listed: readonly ListedSlot[], slots: readonly WalletSlot[]): boolean {
  const isSame = (one: ListedSlot, { id, type, publicKey }: WalletSlot) =>
    one.id === id && one.type === type && one.publicKey === publicKey
  return listed.length === slots.length && slots.every((slot) => listed.some((one) => isSame(one, slot)))
}

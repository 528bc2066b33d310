import type { HeldWallet, WalletVersion } from 'latchkey/protocol'
import { digestOf } from './changeKey.js'
import { VaultError } from './VaultError.js'
import type { Seen, WalletSession } from './WalletSession.js'

/** Takes what a version says out of an answer of the service. */
export function versionOf({ epoch, version, addresses, changeKey, vault, slots }: HeldWallet): WalletVersion {
  return {
    ...{ epoch, version, addresses, changeKey, vault },
    slots: slots.map(({ createdAt: _, usedAt: __, isOwn: ___, ...slot }) => slot),
  }
}

/**
 * Refuses a version that is older than one that this device has seen, another one of the same number, another wallet, and none where there was
 * one: the service would otherwise bring ways in back that were removed, or have a new wallet made whose addresses nobody expects.
 *
 * @param seen What the device had seen before it asked: another tab may note a newer version while the answer is on its way.
 * @throws `older-version`
 */
export async function checkSeen(seen: Seen | undefined, held: HeldWallet | undefined): Promise<void> {
  if (seen === undefined) return
  if (held === undefined) throw new VaultError('older-version', 'the service has lost the wallet')
  const { eip155, solana } = held.addresses
  if (held.id !== seen.wallet || eip155 !== seen.addresses.eip155 || solana !== seen.addresses.solana)
    throw new VaultError('older-version', 'the service gives another wallet')
  if (held.version < seen.version)
    throw new VaultError('older-version', `version ${held.version}, and ${seen.version} was there already`)
  if (held.version === seen.version && (await digestOf(versionOf(held))) !== seen.digest)
    throw new VaultError('older-version', 'another version of the same number')
}

/** Remembers a version, unless another tab has seen a newer one meanwhile. */
export async function noteSeen(
  { device, user }: WalletSession,
  wallet: string,
  version: WalletVersion,
): Promise<void> {
  const { addresses } = version
  const seen = await device.readSeen(user)
  if (seen?.wallet === wallet && seen.version > version.version) return
  await device.writeSeen(user, {
    wallet,
    version: version.version,
    digest: await digestOf(version),
    addresses,
  })
}

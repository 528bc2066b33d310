import { type Bytes, fromText } from './bytes.js'
import { type KeyPair, openSealed, type Sealed, sealTo } from './hpke.js'
import type { OpenedWallet } from './vault.js'

// Browsers give an iframe on another site a storage of its own, so the wallet's window in the same browser does not find the iframe's device key, and
// the other way round. The surface that can open the wallet hands the vault key to the other, which adds a device key of its own.

/** What the key is for: nothing else opens what was sealed for it. */
type Place = {
  readonly project: string
  readonly wallet: string
  readonly epoch: number
  readonly user: string
}

const info = 'latchkey handover/1'

function about({ project, wallet, epoch, user }: Place): string {
  return `handover/1|${project}|${wallet}|${epoch}|${user}`
}

/** Seals the vault key of an opened wallet to the one-time key of the other surface (base64url). */
export async function sealHandover(
  key: string,
  { place, version, vaultKey }: OpenedWallet,
  user: string,
): Promise<Sealed> {
  return sealTo(fromText(key, 65), { info, about: about({ ...place, epoch: version.epoch, user }) }, vaultKey)
}

/** Opens what the other surface has sealed. Throws `damaged`, also for another wallet, epoch or visitor. */
export function openHandover(pair: KeyPair, place: Place, sealed: Sealed): Promise<Bytes> {
  return openSealed(pair, { info, about: about(place) }, sealed)
}

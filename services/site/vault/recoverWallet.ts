import { wipe } from './bytes.js'
import { changeWallet } from './changeWallet.js'
import { isStoredDamage } from './KeyCalls.js'
import { openSlot } from './openSlot.js'
import { unlockWallet } from './unlockWallet.js'
import { VaultError } from './VaultError.js'
import type { OpenedWallet } from './vault.js'
import type { WalletSession } from './WalletSession.js'
import type { Way } from './Way.js'

/**
 * Opens a wallet on a device that it does not know yet, in another way, and adds the device. If the second part fails, say because the network
 * does, the wallet still opens in the other way: nothing is lost.
 *
 * @param options.label The device's name, for the list of ways in.
 * @throws like `unlockWallet` and `changeWallet`
 */
export async function recoverWallet(
  session: WalletSession,
  { way, label }: { readonly way: Way; readonly label: string },
): Promise<OpenedWallet> {
  await session.step?.('recover.begin')
  const opened = await unlockWallet(session, way)
  await session.step?.('recover.unlocked')
  const { ownSlot } = opened
  // A device that was added, and whose page then died, is known.
  if (ownSlot !== undefined && (await opens(session, opened, ownSlot))) return opened
  // The browser kept the session's key and lost the device's, or the service has lost its half: that slot is of no use any more.
  const remove = ownSlot === undefined ? [] : [ownSlot]
  const { opened: next } = await changeWallet(session, opened, { add: [{ type: 'device', label }], remove })
  return next
}

async function opens(session: WalletSession, { place, version }: OpenedWallet, id: string): Promise<boolean> {
  const slot = version.slots.find((one) => one.id === id)
  if (slot === undefined) return false
  try {
    wipe(await openSlot(session, { place, version, slot, secret: { type: 'device' } }))
    return true
  } catch (error) {
    if ((error instanceof VaultError && error.code === 'damaged') || isStoredDamage(error)) return false
    throw error
  }
}

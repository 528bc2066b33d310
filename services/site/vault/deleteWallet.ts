import { proveDeletion } from './changeKey.js'
import type { OpenedWallet } from './vault.js'
import type { WalletSession } from './WalletSession.js'

/**
 * Deletes the account of the login's user: the service destroys the user's key, and what it holds is unreadable. A kit keeps opening the copy
 * that is in it. A call whose answer was lost can be made again.
 *
 * @param opened The wallet, whose key signs the deletion; absent if there is none.
 * @throws `KeysError` with `LOGIN_AGAIN` if the login is older than five minutes, and `FORBIDDEN` without the wallet's current key
 */
export async function deleteWallet(
  { calls, device, user, step }: WalletSession,
  opened: Pick<OpenedWallet, 'place' | 'vaultKey'> | undefined,
): Promise<void> {
  await step?.('delete.begin')
  await calls.delete(
    opened === undefined ? {} : { proof: await proveDeletion(opened.vaultKey, opened.place) },
  )
  await step?.('delete.done')
  await device.forget(user)
  await step?.('delete.forgotten')
}

import type { WalletSession } from './WalletSession.js'

/**
 * Deletes the account of the login's user: the service destroys the user's key, and what it holds is unreadable. A kit keeps opening the copy
 * that is in it. A call whose answer was lost can be made again.
 *
 * @throws `KeysError` with `LOGIN_AGAIN` if the login is older than five minutes
 */
export async function deleteWallet({ calls, device, user, step }: WalletSession): Promise<void> {
  await step?.('delete.begin')
  await calls.delete()
  await step?.('delete.done')
  await device.forget(user)
  await step?.('delete.forgotten')
}

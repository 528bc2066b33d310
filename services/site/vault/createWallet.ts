import type { HeldWallet } from 'latchkey/protocol'
import { deriveAccounts } from './accounts.js'
import { random, wipe } from './bytes.js'
import { makeSlot } from './makeSlot.js'
import { readWallet } from './unlockWallet.js'
import { VaultError } from './VaultError.js'
import { lock, type OpenedWallet } from './vault.js'
import type { WalletSession } from './WalletSession.js'
import { buildVersion, writeVersion } from './writeVersion.js'

export type CreatedWallet =
  | { readonly status: 'created'; readonly opened: OpenedWallet }
  /** There is one already, perhaps since a moment ago: from another tab or device. */
  | { readonly status: 'exists'; readonly project: string; readonly held: HeldWallet }

/**
 * Makes a wallet for the login's user with this device as its first way in, unless there is one. Only after it returns may anybody learn the
 * addresses: until then another device may come first, and this wallet is thrown away.
 *
 * @throws `older-version`, `KeysError`
 */
export async function createWallet(
  session: WalletSession,
  { label }: { readonly label: string },
): Promise<CreatedWallet> {
  const { project, held } = await readWallet(session)
  if (held !== undefined) return { status: 'exists', project, held }
  await session.step?.('create.begin')
  const [epoch, number] = [1, 1]
  const entropy = random(16)
  const { eip155, solana, addresses } = await deriveAccounts(entropy)
  wipe(eip155, solana)
  const way = { type: 'device', label } as const
  const made = await makeSlot(session, { project, epoch, way, addresses }).catch((error: unknown): never => {
    wipe(entropy)
    throw error
  })
  const vaultKey = random(32)
  const contents = { entropy, createdAt: session.now() }
  const { place } = made
  const version = await buildVersion({
    opened: { place, vaultKey, contents },
    ...{ slots: [made.slot], epoch, number, addresses },
  })
  const slots = version.slots.map(({ id, type, publicKey }) => ({ id, type, publicKey }))
  const opened = { place, vaultKey, version, contents: { ...contents, slots }, ownSlot: made.slot.id }
  try {
    const tests = [{ slot: made.slot.id, secret: made.secret }]
    const winner = await writeVersion(session, { opened, over: 0, tests })
    if (winner === undefined) return { status: 'created', opened }
    lock(opened)
    return { status: 'exists', project, held: winner }
  } catch (error) {
    lock(opened)
    if (!(error instanceof VaultError) || error.code !== 'conflict') throw error
    // Another device has committed since this one looked.
    const first = await readWallet(session)
    if (first.held === undefined) throw error
    return { status: 'exists', project: first.project, held: first.held }
  }
}

import type { HeldWallet, WalletSlot, WalletVersion } from 'latchkey/protocol'
import { isEqual, wipe } from './bytes.js'
import { changeKeyOf, digestOf } from './changeKey.js'
import { noteSeen } from './checkSeen.js'
import { KeysError } from './KeyCalls.js'
import { openSlot, type SlotSecret } from './openSlot.js'
import { VaultError } from './VaultError.js'
import { makeVault, type OpenedWallet, openVault, sealVaultKey } from './vault.js'
import type { VaultContents } from './vaultBytes.js'
import type { WalletSession } from './WalletSession.js'

/** Builds a version: the vault for its slots, and the vault key sealed to each slot that does not have it yet. */
export async function buildVersion({
  opened,
  slots,
  epoch,
  number,
  addresses,
}: {
  readonly opened: Pick<OpenedWallet, 'place' | 'vaultKey'> & {
    readonly contents: Omit<VaultContents, 'slots'>
  }
  readonly slots: readonly (Omit<WalletSlot, 'sealed'> & Partial<Pick<WalletSlot, 'sealed'>>)[]
  readonly epoch: number
  readonly number: number
  readonly addresses: WalletVersion['addresses']
}): Promise<WalletVersion> {
  const { place, vaultKey, contents } = opened
  const frame = { place, epoch, version: number, addresses }
  const listed = slots.map(({ id, type, publicKey }) => ({ id, type, publicKey }))
  const vault = await makeVault(vaultKey, frame, { ...contents, slots: listed })
  const sealed = await Promise.all(
    slots.map(async (slot) => ({
      ...slot,
      sealed: slot.sealed ?? (await sealVaultKey(vaultKey, frame, slot)),
    })),
  )
  const changeKey = await changeKeyOf(vaultKey)
  return { epoch, version: number, addresses, changeKey, vault, slots: sealed }
}

/**
 * Stores a version in two phases: as pending; then, once it has opened through every slot that can be opened here, as the current one. A crash
 * at any point leaves one version that works.
 *
 * @param tests The slots that can be opened here, with what opens them.
 * @returns the wallet of whoever came first, or nothing if that is this version
 * @throws `conflict` if the version before is not the current one any more
 */
export async function writeVersion(
  session: WalletSession,
  { opened, over, proof, tests }: writeVersion.Options,
): Promise<HeldWallet | undefined> {
  const { place, version: next } = opened
  const { wallet } = place
  const { calls, step } = session
  const digest = await digestOf(next)
  await step?.('write.begin')
  await calls
    .prepare({ wallet, over, next, ...(proof === undefined ? {} : { proof: await proof(digest) }) })
    .catch(conflictOr)
  await step?.('write.prepared')
  for (const test of tests) await testSlot(session, opened, test).catch(goneOr)
  await step?.('write.tested')
  const { isCommitted, winner } = await commit(session, { wallet, over, version: next.version, digest })
  await step?.('write.committed')
  if (isCommitted) {
    await noteSeen(session, wallet, next)
    await step?.('write.seen')
    return undefined
  }
  if (winner === undefined) throw new VaultError('conflict', 'the version was not taken')
  return winner
}

export declare namespace writeVersion {
  type Options = {
    /** The version, and the secrets that it was made of. */
    readonly opened: OpenedWallet
    /** The number of the version before; 0 for the first. */
    readonly over: number
    /** Signs the change; absent for the first version. */
    readonly proof?: ((digest: string) => Promise<string>) | undefined
    readonly tests: readonly { readonly slot: string; readonly secret: SlotSecret }[]
  }
}

/** Opens the version through one slot as a later visit would, and compares everything with what it was made of. */
async function testSlot(
  session: WalletSession,
  { place, version, vaultKey, contents }: OpenedWallet,
  { slot: id, secret }: writeVersion.Options['tests'][number],
): Promise<void> {
  const slot = version.slots.find((one) => one.id === id)
  if (slot === undefined) throw new VaultError('damaged', 'a slot to test is not in the version')
  const key = await openSlot(session, { place, version, slot, secret, isPending: true })
  const { contents: tested } = await openVault(key, place, version)
  const isSame = isEqual(key, vaultKey) && isEqual(tested.entropy, contents.entropy)
  wipe(key, tested.entropy)
  if (!isSame) throw new VaultError('damaged', 'the version opens to another wallet')
  await session.step?.(`write.tested.${slot.type}`)
}

/** How often a commit is asked for whose answer was lost: the service answers the same each time. */
const tries = 3

async function commit({ calls }: WalletSession, body: Parameters<WalletSession['calls']['commit']>[0]) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await calls.commit(body)
    } catch (error) {
      const isLost = error instanceof KeysError && (error.status === 0 || error.status >= 500)
      if (!isLost || attempt === tries) throw error
    }
  }
}

/** The service knows nothing of a pending version any more once another one has been committed. */
function goneOr(error: unknown): never {
  if (!(error instanceof KeysError) || error.status !== 404) throw error
  throw new VaultError('conflict', 'another change came first', { cause: error })
}

function conflictOr(error: unknown): never {
  if (!(error instanceof KeysError) || error.status !== 409) throw error
  throw new VaultError('conflict', 'another change came first', { cause: error })
}

import type { HeldWallet } from 'latchkey/protocol'
import { asBytes, wipe } from './bytes.js'
import { checkSeen, noteSeen, versionOf } from './checkSeen.js'
import { KeysError } from './KeyCalls.js'
import { askFor, passkeysOf } from './makeSlot.js'
import { openSlot, type SlotSecret } from './openSlot.js'
import { VaultError } from './VaultError.js'
import { type OpenedWallet, openVault } from './vault.js'
import type { WalletSession } from './WalletSession.js'
import type { Way } from './Way.js'

/** Reads the wallet of the login's user, without opening it. Throws `older-version`. */
export async function readWallet(
  session: WalletSession,
): Promise<{ readonly project: string; readonly held: HeldWallet | undefined }> {
  const { device, user } = session
  const seen = await device.readSeen(user)
  const { project, wallet: held } = await session.calls.wallet()
  // Another tab may have deleted the account since.
  await checkSeen(seen, held).catch(async () => checkSeen(await device.readSeen(user), held))
  return { project, held }
}

/**
 * Opens the wallet of the login's user in one way, and remembers its version. One that another device changes meanwhile is read again.
 *
 * @throws `no-way` if the wallet has none of this kind (for a device: none of this device); `wrong-secret`; `damaged`; `older-version`;
 *   `KeysError`
 */
export async function unlockWallet(session: WalletSession, way: Way): Promise<OpenedWallet> {
  const attempt = async () => {
    const { project, held } = await readWallet(session)
    if (held === undefined) throw new VaultError('no-way', 'there is no wallet')
    return unlockHeld(session, { project, held, way })
  }
  return attempt().catch((error: unknown) => {
    // The service knows the slot no more, or not in the epoch that was read.
    if (!(error instanceof KeysError) || error.status !== 404) throw error
    return attempt()
  })
}

/** Opens a wallet that was read. */
async function unlockHeld(
  session: WalletSession,
  { project, held, way }: { readonly project: string; readonly held: HeldWallet; readonly way: Way },
): Promise<OpenedWallet> {
  const place = { project, wallet: held.id }
  const version = versionOf(held)
  if (way.type === 'surface') {
    const vaultKey = await way.open({ ...place, epoch: version.epoch })
    try {
      const opened = { ...(await openVault(vaultKey, place, version)), ownSlot: ownSlotOf(held) }
      await noteSeen(session, held.id, version)
      return opened
    } catch (error) {
      wipe(vaultKey)
      throw error
    }
  }
  const candidates = held.slots.filter(({ type, isOwn }) => type === way.type && (type !== 'device' || isOwn))
  if (candidates.length === 0)
    throw new VaultError('no-way', `the wallet has no slot of the type ${way.type}`)
  const { secret, chosen } = await secretOf(session, way, candidates)
  let failure: unknown
  try {
    // Of several passwords or kits nobody knows which one was typed.
    for (const { id } of chosen) {
      const slot = version.slots.find((one) => one.id === id)
      if (slot === undefined) continue
      try {
        const vaultKey = await openSlot(session, { place, version, slot, secret })
        const opened = { ...(await openVault(vaultKey, place, version)), ownSlot: ownSlotOf(held) }
        await session.step?.('unlock.opened')
        await noteSeen(session, held.id, version)
        return opened
      } catch (error) {
        if (!(error instanceof VaultError) || error.code !== 'wrong-secret') throw error
        failure = error
      }
    }
  } finally {
    if (secret.type === 'passkey') wipe(secret.prf)
    if (secret.type === 'kit') wipe(secret.secret)
  }
  throw failure
}

/** The slot of this session's device, if it has one. */
function ownSlotOf({ slots }: HeldWallet): string | undefined {
  return slots.find(({ type, isOwn }) => type === 'device' && isOwn)?.id
}

type Slots = HeldWallet['slots']

async function secretOf(
  session: WalletSession,
  way: Exclude<Way, { type: 'surface' }>,
  slots: Slots,
): Promise<{ readonly secret: SlotSecret; readonly chosen: Slots }> {
  if (way.type === 'passkey') {
    const used = await askFor(session, way, passkeysOf(slots))
    return { secret: used, chosen: slots.filter((slot) => slot.credentialId === used.credentialId) }
  }
  // The caller's copy stays; this one is overwritten.
  if (way.type === 'kit') return { secret: { ...way, secret: asBytes(way.secret.slice()) }, chosen: slots }
  return { secret: way, chosen: slots }
}

import type { WalletSlot } from 'latchkey/protocol'
import { asBytes, random, wipe } from './bytes.js'
import { proveChange } from './changeKey.js'
import { makeSlot } from './makeSlot.js'
import type { SlotSecret } from './openSlot.js'
import { VaultError } from './VaultError.js'
import { lock, type OpenedWallet } from './vault.js'
import type { WalletSession } from './WalletSession.js'
import type { NewWay } from './Way.js'
import { buildVersion, writeVersion } from './writeVersion.js'

export declare namespace changeWallet {
  type Options = {
    /** Ways in to add. */
    readonly add?: readonly NewWay[] | undefined
    /** The ids of slots to remove. */
    readonly remove?: readonly string[] | undefined
    /** Whether the vault key is replaced even if nothing is removed. */
    readonly isRotating?: boolean | undefined
    /** Called with the ids of the slots to add, before the service can take them. */
    readonly onMade?: ((added: readonly string[]) => Promise<void>) | undefined
  }
  type Result = {
    /** The wallet's next version. The one before is locked. */
    readonly opened: OpenedWallet
    /** The slots that were added, in order, each with its secret: that of a kit belongs on paper. */
    readonly added: readonly { readonly slot: WalletSlot; readonly secret: SlotSecret }[]
  }
}

/**
 * Adds and removes ways in, and replaces the vault key. Removing one always replaces the key: whoever has the removed way may know it. The new
 * key reaches every way in that the vault lists, also those that are not at hand, because it is sealed to their public keys.
 *
 * If it throws, the opened wallet is still open and the version before is still the current one, or, after a lost answer, the next one is:
 * reading the wallet tells.
 *
 * @throws `conflict` if another device or tab was faster; `no-way` if nothing would be left that opens the wallet; `weak-password`; `damaged`;
 *   `KeysError`
 */
export async function changeWallet(
  session: WalletSession,
  opened: OpenedWallet,
  { add = [], remove = [], isRotating = false, onMade }: changeWallet.Options,
): Promise<changeWallet.Result> {
  const { place, version: before, contents } = opened
  await session.step?.('change.begin')
  const { addresses } = before
  const isNewEpoch = isRotating || remove.length > 0
  const epoch = isNewEpoch ? before.epoch + 1 : before.epoch
  const kept = before.slots.filter(({ id }) => !remove.includes(id))
  if (kept.length + add.length === 0) throw new VaultError('no-way', 'nothing would open the wallet')
  const made = []
  for (const way of add) made.push(await makeSlot(session, { ...place, epoch, way, addresses }))
  if (made.some((slot) => slot.place.wallet !== place.wallet))
    throw new VaultError('damaged', 'the service gives a half of another wallet')

  const next = {
    place,
    vaultKey: isNewEpoch ? random(32) : asBytes(opened.vaultKey.slice()),
    contents: { entropy: asBytes(contents.entropy.slice()), createdAt: contents.createdAt },
  }
  // In a new epoch the new key is sealed to everyone again.
  const slots = [
    ...kept.map(({ sealed, ...slot }) => (isNewEpoch ? slot : { ...slot, sealed })),
    ...made.map(({ slot }) => slot),
  ]
  try {
    const version = await buildVersion({ opened: next, slots, epoch, number: before.version + 1, addresses })
    const listed = version.slots.map(({ id, type, publicKey }) => ({ id, type, publicKey }))
    const own = kept.filter(({ id }) => id === opened.ownSlot)
    const ownSlot = made.find(({ slot }) => slot.type === 'device')?.slot.id ?? own[0]?.id
    const result = { ...next, version, contents: { ...next.contents, slots: listed }, ownSlot }
    await onMade?.(made.map(({ slot }) => slot.id))
    const winner = await writeVersion(session, {
      opened: result,
      over: before.version,
      proof: (digest) => proveChange(opened.vaultKey, { ...place, over: before.version, digest }),
      tests: [
        ...own.map(({ id }) => ({ slot: id, secret: { type: 'device' } as const })),
        ...made.map(({ slot, secret }) => ({ slot: slot.id, secret })),
      ],
    })
    if (winner !== undefined) throw new VaultError('conflict', 'another change came first')
    lock(opened)
    const added = made.flatMap(({ secret, slot }) => {
      const full = version.slots.find(({ id }) => id === slot.id)
      if (secret.type === 'passkey') wipe(secret.prf)
      return full === undefined ? [] : [{ slot: full, secret }]
    })
    return { opened: result, added }
  } catch (error) {
    wipe(next.vaultKey, next.contents.entropy)
    throw error
  }
}

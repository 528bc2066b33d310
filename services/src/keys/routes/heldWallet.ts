import type { HeldWallet, WalletVersion } from 'latchkey/protocol'
import type { SlotRow } from '../store/slots.js'

/** A version as the session with this key gets it. */
export function heldWallet(
  wallet: string,
  version: WalletVersion,
  { rows, key }: { readonly rows: readonly SlotRow[]; readonly key: string },
): HeldWallet {
  const slots = version.slots.map((slot) => {
    const row = rows.find(({ slot: id }) => id === slot.id)
    return {
      ...slot,
      createdAt: row?.createdAt ?? 0,
      ...(row?.usedAt === undefined ? {} : { usedAt: row.usedAt }),
      isOwn: row?.type === 'device' && row.ownerKey === key,
    }
  })
  return { id: wallet, ...version, slots, custody: custodyOf(version) }
}

/** Who can open a wallet: its owner alone, or the operator too. */
export function custodyOf({ slots }: Pick<WalletVersion, 'slots'>): HeldWallet['custody'] {
  return slots.some(({ type }) => type === 'operator') ? 'convenience' : 'self'
}

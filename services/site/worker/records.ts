import { type KeepRecords, noRecords, type WalletRecords } from '../accounts/records.js'
import type { Lock } from './session.js'
import type { Kept } from './storage.js'

/** What the wallet remembers of its requests, for one visitor. Changes of several tabs come one after the other. */
export function keptRecords(
  kept: Kept,
  lock: Lock,
  name: string,
): { read(): Promise<WalletRecords>; keep: KeepRecords } {
  const read = async () => ((await kept.get(name)) as WalletRecords | undefined) ?? noRecords
  return {
    read,
    keep: (change) =>
      lock(async () => {
        const next = change(await read())
        await kept.set(name, next)
        return next
      }),
  }
}

import { readRecords } from '../accounts/readRecords.js'
import type { KeepRecords, WalletRecords } from '../accounts/records.js'
import type { Kept } from './storage.js'
import type { Lock } from './turns.js'

/** What the wallet remembers of its requests, for one visitor. Changes of several tabs come one after the other. */
export function keptRecords(
  kept: Kept,
  lock: Lock,
  name: string,
): { read(): Promise<WalletRecords>; keep: KeepRecords } {
  const read = async () => readRecords(await kept.get(name))
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

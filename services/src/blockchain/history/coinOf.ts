import type { Entry, Hex } from './Entry.js'

/** By how much some entries, with the fees that are known, raise an account's coin. */
export function coinOf(entries: readonly Entry[], account: Hex): bigint {
  return entries.reduce((sum, entry) => sum + changeOf(entry, account), 0n)
}

function changeOf({ movements, feeUnits = '0' }: Entry, account: Hex): bigint {
  return movements.reduce((sum, { standard, from, to, units }) => {
    if (standard !== 'native') return sum
    return sum + (to === account ? BigInt(units) : 0n) - (from === account ? BigInt(units) : 0n)
  }, -BigInt(feeUnits))
}

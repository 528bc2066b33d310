/**
 * A chain of the toy family, in memory: each account's balance, and the transfers. Addresses are words, and `Ada` is
 * not `ada`.
 */
export type ToyLedger = {
  readonly balanceOf: (networkId: string, address: string) => bigint
  /** Moves coins and deducts the fee; returns the transaction's id. Throws if the balance is too small. */
  readonly move: (networkId: string, from: string, to: string, units: bigint) => string
  /** The transactions of a chain, oldest first. */
  readonly moved: (networkId: string) => readonly ToyTransaction[]
}

type ToyTransaction = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly units: bigint
}

/** The fee of each transaction. */
export const toyFee = 1n
/** The minimum balance; an account below it is removed. */
export const toyDeposit = 5n

/** @param funds The accounts' initial balances, by `network address`. */
export function createToyLedger(funds: { readonly [place: string]: bigint }): ToyLedger {
  const balances = new Map(Object.entries(funds))
  const moves = new Map<string, readonly ToyTransaction[]>()
  const placeOf = (networkId: string, address: string) => `${networkId} ${address}`
  const balanceOf = (networkId: string, address: string) => balances.get(placeOf(networkId, address)) ?? 0n
  const moved = (networkId: string) => moves.get(networkId) ?? []
  return {
    balanceOf,
    moved,
    move(networkId, from, to, units) {
      if (units <= 0n || balanceOf(networkId, from) < units + toyFee) throw new Error('too little')
      balances.set(placeOf(networkId, from), balanceOf(networkId, from) - units - toyFee)
      balances.set(placeOf(networkId, to), balanceOf(networkId, to) + units)
      const id = `move-${moved(networkId).length + 1}`
      moves.set(networkId, [...moved(networkId), { id, from, to, units }])
      return id
    },
  }
}

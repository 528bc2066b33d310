import { type Entry, type Hex, zeroAddress } from './Entry.js'

/** Somebody that an account has sent to. */
export type SentTo = {
  readonly address: Hex
  /** The token's contract; absent for the chain's own coin. */
  readonly token?: Hex | undefined
}

/**
 * Returns whom an account sent coin or tokens to, in a transaction of its own that succeeded. Collectibles do not count,
 * and neither do addresses that only sent to the account: anybody can send.
 *
 * A contract may claim within the account's own transaction that it has paid strangers, so the caller must check that
 * it knows the token. Nobody owns the zero address, and addresses that begin like it are common.
 */
export function sentTo(entry: Entry, account: Hex): readonly SentTo[] {
  const { from, to, status, isOwn, movements, selector } = entry
  if (!isOwn || status !== 'confirmed') return []
  // Nothing was moved by a plain transfer of 0.
  if (from === account && movements.length === 0 && selector === '0x')
    return to === null || to === account || to === zeroAddress ? [] : [{ address: to }]
  return movements.flatMap((one) => {
    const isSent = one.from === account && one.to !== account && one.to !== zeroAddress
    if (!isSent || (one.standard !== 'native' && one.standard !== 'ERC20')) return []
    return [{ address: one.to, ...(one.token === undefined ? {} : { token: one.token }) }]
  })
}

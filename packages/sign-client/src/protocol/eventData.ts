/**
 * The payloads of wallet events in their one normal form. Wallets disagree on how to write them (WalletConnect spec,
 * "Session events"; EIP-1193, "Events").
 */
import { namespaceOf, parseAccount, toChainId } from './caip.js'

/**
 * - `chainChanged`: data is a CAIP-2 id, whether it came as a number, decimal, hex or CAIP-2 text. Where it disagrees
 *   with the envelope's chain, it wins: the envelope's may be the chain the session began with.
 * - `accountsChanged`: data is a list of CAIP-10 accounts, whether they came plain or in full.
 * - Anything else stays as it is.
 */
export function normalizeEvent(event: {
  readonly name: string
  readonly data: unknown
  readonly chainId: string
}): {
  readonly data: unknown
  readonly chainId: string
} {
  const { name, data, chainId } = event
  if (name === 'chainChanged') {
    const changed = toChainId(chainOfData(data), namespaceOf(chainId)) ?? chainId
    return { data: changed, chainId: changed }
  }
  if (name === 'accountsChanged' && Array.isArray(data)) {
    const accounts = data.slice(0, 1024).flatMap((item) => {
      const account = parseAccount(item) ?? parseAccount(`${chainId}:${item}`)
      return account === undefined ? [] : `${account.chainId}:${account.address}`
    })
    return { data: accounts, chainId }
  }
  return { data, chainId }
}

/** EIP-1193 providers of some wallets wrap the id: `{ chainId: '0x1' }`. */
function chainOfData(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'chainId' in data ? data.chainId : data
}

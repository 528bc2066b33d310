/**
 * Normalises the payloads of wallet events, which wallets write in different forms (WalletConnect spec, "Session
 * events"; EIP-1193, "Events").
 */
import { namespaceOf, parseAccount, toChainId } from './caip.js'

/**
 * - `chainChanged`: data becomes a CAIP-2 id, from a number, decimal, hex or CAIP-2 text. If it differs from the
 *   envelope's chain, data wins: the envelope may still name the session's first chain.
 * - `accountsChanged`: data becomes a list of CAIP-10 accounts, from addresses or CAIP-10.
 * - Other events stay unchanged.
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

/** The EIP-1193 providers of some wallets wrap the id: `{ chainId: '0x1' }`. */
function chainOfData(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'chainId' in data ? data.chainId : data
}

import type { CaipNetworkId } from '../../protocol/caip.js'
import { chains, type Prefixes } from './chains.js'
import { written } from './isSameAddress.js'
import { type BtcSigner, loadBtcSigner } from './peer.js'

/** How the owner of an output spends it: it decides the size of an input. */
export type Kind = 'pkh' | 'sh' | 'wpkh' | 'wsh' | 'tr'

/** What an address stands for. */
export type Target = { readonly kind: Kind; readonly script: Uint8Array }

/**
 * Returns the address as it is written: bech32 in lower case. `undefined` if it is no address of the network; without a
 * network that is known, if it is no address of any Bitcoin chain.
 */
export async function toAddress(value: unknown, networkId?: CaipNetworkId): Promise<string | undefined> {
  if (typeof value !== 'string') return undefined
  const btc = await loadBtcSigner()
  const known = chains.filter((chain) => chain.networkId === networkId)
  const isAddress = (known.length > 0 ? known : chains).some(
    ({ prefixes }) => readTarget(btc, value, prefixes) !== undefined,
  )
  return isAddress ? written(value) : undefined
}

/** The target of an address; `undefined` if it is no address of a chain with these prefixes. */
export function readTarget(btc: BtcSigner, address: string, prefixes: Prefixes): Target | undefined {
  try {
    const decoded = btc.Address(prefixes).decode(address)
    const { type: kind } = decoded
    // Anyone can spend what is paid to a `p2a` output.
    if (kind !== 'pkh' && kind !== 'sh' && kind !== 'wpkh' && kind !== 'wsh' && kind !== 'tr')
      return undefined
    // A taproot address with a key that is no point of the curve is refused here.
    return { kind, script: btc.OutScript.encode(decoded) }
  } catch {
    return undefined
  }
}

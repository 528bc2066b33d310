import type { AccountFacts } from '../../core/connector.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { invalid } from './answers.js'
import { chains } from './chains.js'

/** The chain that a wallet names. @throws For one that is not known. */
export function networkByName(by: 'satsConnect' | 'unisat', name: unknown): CaipNetworkId {
  const known = chains.find((chain) => chain[by] === name)
  if (known === undefined) throw invalid('network')
  return known.networkId
}

/** The chain that accounts are of, by how their addresses begin; for wallets that do not name it. */
export function networkByAddress(accounts: readonly Pick<AccountFacts, 'address'>[]): CaipNetworkId {
  const [first] = accounts
  if (first === undefined) throw invalid('accounts')
  const { address } = first
  const name = /^(bc1|[13])/i.test(address) ? 'Mainnet' : /^bcrt1/i.test(address) ? 'Regtest' : 'Testnet'
  return networkByName('satsConnect', name)
}

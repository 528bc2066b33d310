import { contracts } from './contracts.js'
import { drawToken } from './pictures.js'

/** A token as the services read it from the file that `LATCHKEY_TOKENS` names. */
export type ListedToken = {
  readonly chainId: number
  readonly address: `0x${string}`
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl: string
}

/** The address that token lists use for a chain's own coin. */
const nativeAddress = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** The tokens of one local chain, its own coin first. */
export function tokensOf(chainId: number): readonly ListedToken[] {
  const { dollar, ironDollar, grove, ticket, wrapped } = contracts
  const tokens = [
    [nativeAddress, 'Ether', 'ETH', 18, 'Ξ', '#627eea'],
    [dollar, 'Key Dollar', 'KUSD', 6, '$', '#1b8f6a'],
    [ironDollar, 'Iron Dollar', 'IUSD', 6, '$', '#4b5563'],
    [grove, 'Grove', 'GROVE', 18, 'G', '#3f7d20'],
    [wrapped, 'Wrapped Ether', 'WETH', 18, 'Ξ', '#b5487f'],
    [ticket, 'Fair Ticket', 'TICKET', 0, 'T', '#c2571a'],
  ] as const
  return tokens.map(([address, name, symbol, decimals, sign, colour]) => ({
    chainId,
    address,
    name,
    symbol,
    decimals,
    iconUrl: drawToken(sign, colour),
  }))
}

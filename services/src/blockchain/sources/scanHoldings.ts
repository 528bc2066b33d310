import * as v from 'valibot'
import type { Hex } from '../history/Entry.js'
import type { ScanApi } from '../history/scanApi.js'
import { addressField, decimalUnits, perhaps, readRows, toFacts } from './fields.js'
import type { Holding } from './Supplier.js'
import type { SourceKind } from './sourceEntry.js'

/** Most tokens of an answer that are read. */
const tokenLimit = 1_000
const text = perhaps(v.string())
const whole = perhaps(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)))

/** A row of Blockscout's action `tokenlist`. */
const listed = v.pipe(
  v.object({
    balance: decimalUnits,
    contractAddress: addressField,
    decimals: whole,
    name: text,
    symbol: text,
    type: v.literal('ERC-20'),
  }),
  v.transform(({ balance, contractAddress, decimals, name, symbol }) => ({
    token: contractAddress,
    units: balance,
    // Without decimals the token's contract is asked.
    ...(decimals === undefined ? {} : { facts: toFacts(name, symbol, decimals) }),
  })),
)

/** A row of Etherscan's action `addresstokenbalance`, which is part of its paid plans. */
const held = v.pipe(
  v.object({
    TokenAddress: addressField,
    TokenName: text,
    TokenSymbol: text,
    TokenQuantity: decimalUnits,
    TokenDivisor: whole,
  }),
  v.transform(({ TokenAddress, TokenName, TokenSymbol, TokenQuantity, TokenDivisor }) => ({
    token: TokenAddress,
    units: TokenQuantity,
    ...(TokenDivisor === undefined ? {} : { facts: toFacts(TokenName, TokenSymbol, TokenDivisor) }),
  })),
)

/** Reads what an account holds from an explorer: its coin and its tokens. */
export function createScanHoldings(
  scan: ScanApi,
  kind: SourceKind,
): (account: Hex) => Promise<readonly Holding[]> {
  const isBlockscout = kind === 'blockscout'
  return async (account) => {
    const action = isBlockscout ? 'tokenlist' : 'addresstokenbalance'
    const page = isBlockscout ? {} : { page: '1', offset: '100' }
    const rows = await scan.account(action, { address: account, ...page })
    const tokens = readRows(
      Array.isArray(rows) ? rows.slice(0, tokenLimit) : [],
      isBlockscout ? listed : held,
    )
    const coin = v.safeParse(decimalUnits, await scan.account('balance', { address: account, tag: 'latest' }))
    return [
      ...(coin.success ? [{ units: BigInt(coin.output) }] : []),
      ...tokens.map(({ units, ...rest }) => ({ ...rest, units: BigInt(units) })),
    ]
  }
}

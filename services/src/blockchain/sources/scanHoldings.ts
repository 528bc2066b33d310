import * as v from 'valibot'
import type { Hex } from '../history/Entry.js'
import type { ScanApi } from '../history/scanApi.js'
import { addressField, decimalUnits, perhaps, readRows, toFacts } from './fields.js'
import type { Held } from './Supplier.js'
import type { SourceKind } from './sourceEntry.js'

/** Most tokens of an answer that are read. */
const tokenLimit = 1_000
/** Tokens on a page of Etherscan, and most pages that are read. */
const rowsPerPage = 100
const pagesAtMost = 5
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
export function createScanHoldings(scan: ScanApi, kind: SourceKind): (account: Hex) => Promise<Held> {
  const isBlockscout = kind === 'blockscout'

  async function readTokens(account: Hex) {
    if (!isBlockscout) return readPages(account)
    const rows = rowsOf(await scan.account('tokenlist', { address: account }))
    return { tokens: readRows(rows.slice(0, tokenLimit), listed), isCut: rows.length > tokenLimit }
  }

  async function readPages(account: Hex) {
    const found: unknown[] = []
    for (let page = 1; page <= pagesAtMost; page++) {
      const query = { address: account, page: String(page), offset: String(rowsPerPage) }
      const rows = rowsOf(await scan.account('addresstokenbalance', query))
      found.push(...rows.slice(0, rowsPerPage))
      if (rows.length < rowsPerPage) return { tokens: readRows(found, held), isCut: false }
    }
    return { tokens: readRows(found, held), isCut: true }
  }

  return async (account) => {
    const { tokens, isCut } = await readTokens(account)
    const coin = v.safeParse(decimalUnits, await scan.account('balance', { address: account, tag: 'latest' }))
    return {
      items: [
        ...(coin.success ? [{ units: BigInt(coin.output) }] : []),
        ...tokens.map(({ units, ...rest }) => ({ ...rest, units: BigInt(units) })),
      ],
      isCut,
    }
  }
}

function rowsOf(result: unknown): readonly unknown[] {
  return Array.isArray(result) ? result : []
}

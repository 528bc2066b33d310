import { cleanText } from 'latchkey/protocol'
import * as v from 'valibot'
import { ifTold } from '../sources/fields.js'
import type { Entry, Hex, Movement } from './Entry.js'
import type { Facts } from './Known.js'
import { approvalOf } from './readCall.js'
import type { ScanList } from './scanLists.js'
import { selectorOf } from './selectorOf.js'

const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{40}$/i),
  v.transform((value) => value.toLowerCase() as Hex),
)
/** A field that may be missing, or hold something else. */
const perhaps = <schema extends v.GenericSchema>(schema: schema) =>
  v.optional(v.fallback(v.union([schema, v.undefined()]), undefined))
const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/i),
  v.transform((value) => value.toLowerCase() as Hex),
)
const units = v.pipe(
  v.string(),
  v.check((value) => /^\d{1,78}$/.test(value) && BigInt(value) < 2n ** 256n),
)
const count = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
const bytes = v.pipe(
  v.string(),
  v.regex(/^0x([0-9a-f]{2})*$/i),
  v.transform((value) => value.toLowerCase() as Hex),
)

const empty = v.pipe(
  v.literal(''),
  v.transform(() => undefined),
)
/** A number that may be missing: explorers then return an empty string. Anything else makes its row unreadable. */
const unitsIfTold = ifTold(v.union([empty, units]))
const addressIfTold = ifTold(v.union([empty, address]))

/** A row of any list; its fields depend on the list. */
const rowSchema = v.pipe(
  v.object({
    blockNumber: count,
    timeStamp: v.pipe(count, v.maxValue(8_640_000_000_000)),
    hash: perhaps(hash),
    /** Some explorers use this name for the hash in their list of internal transactions. */
    transactionHash: perhaps(hash),
    transactionIndex: perhaps(count),
    nonce: perhaps(count),
    /** Tells apart two equal transfers of one transaction; each explorer has a name for it, or none. */
    logIndex: perhaps(v.string()),
    traceId: perhaps(v.string()),
    index: perhaps(v.string()),
    from: address,
    to: addressIfTold,
    value: unitsIfTold,
    contractAddress: addressIfTold,
    tokenID: unitsIfTold,
    tokenValue: unitsIfTold,
    tokenName: perhaps(v.string()),
    tokenSymbol: perhaps(v.string()),
    tokenDecimal: perhaps(count),
    isError: perhaps(v.string()),
    txreceipt_status: perhaps(v.string()),
    input: perhaps(bytes),
    gasPrice: perhaps(units),
    gasUsed: perhaps(units),
  }),
  v.transform(({ hash, transactionHash, ...row }) => ({ ...row, hash: hash ?? transactionHash ?? '0x' })),
  v.check(({ hash }) => hash.length === 66),
)
export type ScanRow = v.InferOutput<typeof rowSchema>

const transactionSchema = v.pipe(
  rowSchema,
  v.check(({ value }) => value !== undefined),
)
/** Whoever is not told would look like nobody, to whom tokens are burnt. */
const tokenSchema = v.pipe(
  rowSchema,
  v.check(({ to, contractAddress }) => to !== undefined && contractAddress !== undefined),
)
/** Without its number, an amount of a collectible would look like one of a fungible token. */
const collectibleSchema = v.pipe(
  tokenSchema,
  v.check(({ tokenID, value }) => tokenID !== undefined || value === undefined),
)
/** A row of each list. Some explorers leave out the amounts of collectibles. */
export const scanRowSchemas = {
  txlist: transactionSchema,
  txlistinternal: rowSchema,
  tokentx: tokenSchema,
  tokennfttx: collectibleSchema,
  token1155tx: collectibleSchema,
} satisfies { readonly [list in ScanList]: v.GenericSchema }

/** All rows of one transaction, by list. */
export type ScanRows = ReadonlyMap<ScanList, readonly ScanRow[]>

/** Builds an account's entry from the rows of one transaction. */
export function toEntry(rows: ScanRows, account: Hex): Entry | undefined {
  const [outer] = rows.get('txlist') ?? []
  const all = [...rows.values()].flat()
  const [first] = all
  if (first === undefined) return undefined
  const isFailed = outer?.isError === '1' || outer?.txreceipt_status === '0'
  const coin = [outer, ...withoutCopies(rows.get('txlistinternal') ?? [])].flatMap((row) =>
    row === undefined || isFailed || row.isError === '1' ? [] : coinOf(row),
  )
  const tokens = unique(
    [...rows].flatMap(([list, some]) =>
      isTokenList(list) ? (list === 'tokentx' ? withoutCopies(some) : some).flatMap(tokenOf) : [],
    ),
  )
  const movements = [...coin, ...(isFailed ? [] : tokens)].filter(
    ({ units, from, to }) => units !== '0' && (from === account || to === account),
  )
  const isOwn = outer?.from === account
  if (!isOwn && movements.length === 0) return undefined
  const call = { to: outer?.to ?? null, input: outer?.input ?? '0x' }
  const { gasPrice, gasUsed } = outer ?? {}
  const hasFee = isOwn && gasPrice !== undefined && gasUsed !== undefined
  return {
    hash: first.hash as Hex,
    block: first.blockNumber,
    index: all.find((row) => row.transactionIndex !== undefined)?.transactionIndex ?? 0,
    minedAt: first.timeStamp * 1_000,
    status: isFailed ? 'failed' : 'confirmed',
    // Without the transaction's own row, take the ends of what it moved.
    from: outer?.from ?? movements[0]?.from ?? first.from,
    to: outer === undefined ? (movements[0]?.to ?? first.to ?? null) : (outer.to ?? null),
    nonce: outer?.nonce ?? all.find(({ nonce }) => nonce !== undefined)?.nonce ?? 0,
    selector: selectorOf(call.input),
    isOwn,
    ...(hasFee ? { feeUnits: String(BigInt(gasPrice) * BigInt(gasUsed)) } : {}),
    movements: movements.slice(0, 100),
    approvals: isOwn && !isFailed ? approvalOf(call) : [],
  }
}

/** Returns the token details in a row; nothing for a row without a token. */
export function factsOf({ contractAddress, tokenName, tokenSymbol, tokenDecimal }: ScanRow) {
  if (contractAddress === undefined) return undefined
  const facts: Facts = {
    name: cleanText(tokenName ?? '', 64),
    symbol: cleanText(tokenSymbol ?? '', 16),
    decimals: tokenDecimal !== undefined && tokenDecimal <= 36 ? tokenDecimal : null,
  }
  return [contractAddress, facts] as const
}

export function isTokenList(list: ScanList): boolean {
  return list !== 'txlist' && list !== 'txlistinternal'
}

function coinOf({ value, from, to }: ScanRow): readonly Movement[] {
  return value === undefined || to === undefined ? [] : [{ standard: 'native', units: value, from, to }]
}

export function tokenOf(row: ScanRow): readonly Movement[] {
  const { contractAddress: token, tokenID: tokenId, tokenValue, value, from, to } = row
  if (token === undefined || to === undefined) return []
  const ends = { token, from, to }
  if (tokenId === undefined) return value === undefined ? [] : [{ standard: 'ERC20', units: value, ...ends }]
  return tokenValue === undefined
    ? [{ standard: 'ERC721', tokenId, units: '1', ...ends }]
    : [{ standard: 'ERC1155', tokenId, units: tokenValue, ...ends }]
}

/**
 * Drops rows that repeat the place of another one in their transaction. Not for collectibles: a batch of them is one log,
 * and all its rows have that log's place.
 */
function withoutCopies(rows: readonly ScanRow[]): readonly ScanRow[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const place = placeIn(row)
    return place === undefined || (!seen.has(place) && seen.add(place))
  })
}

function placeIn({ logIndex, traceId, index }: ScanRow): string | undefined {
  // Some explorers leave an unknown place empty.
  return logIndex || traceId || index || undefined
}

/**
 * Whether rows of one transaction tell the same transfer of a token several times without saying whether it is one. Only
 * the chain knows.
 */
export function isRepeated(rows: ScanRows): boolean {
  const open = (rows.get('tokentx') ?? []).filter((row) => placeIn(row) === undefined)
  return new Set(open.map((row) => JSON.stringify(row))).size < open.length
}

/** Returns the payouts of one transaction that repeat another one without saying whether they are the same. */
export function copiedPayouts(rows: ScanRows): readonly Movement[] {
  const seen = new Set<string>()
  const open = (rows.get('txlistinternal') ?? []).filter(
    (row) => row.isError !== '1' && placeIn(row) === undefined,
  )
  return open.flatMap((row) => {
    const text = JSON.stringify(row)
    const isCopy = seen.has(text)
    seen.add(text)
    return isCopy ? coinOf(row) : []
  })
}

/** Removes duplicates: some explorers put collectibles into two lists. */
function unique(movements: readonly Movement[]): readonly Movement[] {
  const seen = new Set<string>()
  return movements.filter((one) => {
    if (one.standard === 'ERC20') return true
    const key = JSON.stringify(one)
    return !seen.has(key) && seen.add(key)
  })
}

import { base58, base64 } from '@scure/base'
import type { CaipNetworkId } from 'latchkey/protocol'
import { type Rpc, UnreadableAnswer } from '../../accounts/Rpc.js'
import { isRecord } from '../ReadContext.js'
import { lookupProgram, tokenPrograms } from './programs.js'
import type { Lookup, SolanaMessage } from './wire.js'

/** An account as a node tells of it; `undefined` if there is none. */
export type ChainAccount = {
  readonly owner: string
  readonly lamports: bigint
  readonly data: Uint8Array
}

export type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly units: bigint
  readonly delegate: string | undefined
  readonly delegatedUnits: bigint
}

/** A node tells so many at once. */
const mostAtOnce = 100

/** Reads accounts from the chain. @throws If the node does not answer */
export async function readAccounts(
  rpc: Rpc,
  chainId: CaipNetworkId,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, ChainAccount>> {
  const found = new Map<string, ChainAccount>()
  for (let start = 0; start < addresses.length; start += mostAtOnce) {
    const part = addresses.slice(start, start + mostAtOnce)
    const options = { encoding: 'base64', commitment: 'confirmed' }
    const answer = await rpc(chainId, 'getMultipleAccounts', [part, options])
    const values = isRecord(answer) ? answer.value : undefined
    if (!Array.isArray(values) || values.length !== part.length)
      throw new UnreadableAnswer('getMultipleAccounts')
    for (const [index, value] of values.entries()) {
      const account = readAccount(value)
      if (account !== undefined) found.set(part[index] ?? '', account)
    }
  }
  return found
}

/** Reads an account of a node's answer. */
export function readAccount(value: unknown): ChainAccount | undefined {
  if (!isRecord(value)) return undefined
  const { owner, lamports, data } = value
  const [text] = Array.isArray(data) ? data : []
  if (typeof owner !== 'string' || typeof lamports !== 'number' || typeof text !== 'string') return undefined
  try {
    return { owner, lamports: BigInt(lamports), data: base64.decode(text) }
  } catch {
    return undefined
  }
}

/** Reads a token account of SPL Token or Token-2022; `undefined` for other accounts. */
export function tokenAccountOf(account: ChainAccount | undefined): TokenAccount | undefined {
  if (account === undefined || !tokenPrograms.has(account.owner)) return undefined
  const { data } = account
  // Longer ones have extensions, and say in the byte after the base that they are accounts.
  if (data.length < 165 || (data.length > 165 && data[165] !== 2)) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const hasDelegate = view.getUint32(72, true) === 1
  return {
    mint: base58.encode(data.slice(0, 32)),
    owner: base58.encode(data.slice(32, 64)),
    units: view.getBigUint64(64, true),
    delegate: hasDelegate ? base58.encode(data.slice(76, 108)) : undefined,
    delegatedUnits: hasDelegate ? view.getBigUint64(121, true) : 0n,
  }
}

/** The decimals of a mint; `undefined` for other accounts. */
export function decimalsOf(account: ChainAccount | undefined): number | undefined {
  if (account === undefined || !tokenPrograms.has(account.owner)) return undefined
  const { data } = account
  const isMint = data.length === 82 || (data.length > 165 && data[165] === 1)
  return isMint ? data[44] : undefined
}

/**
 * All accounts of a message in the order of its indexes: its own, then the writable and the others of its lookup tables.
 *
 * @returns `undefined` in the places of those that the chain does not tell
 */
export async function accountNames(
  rpc: Rpc,
  chainId: CaipNetworkId,
  { accounts, lookups }: SolanaMessage,
): Promise<readonly (string | undefined)[]> {
  if (lookups.length === 0) return accounts
  const tables = await readAccounts(
    rpc,
    chainId,
    lookups.map(({ table }) => table),
  ).catch((): ReadonlyMap<string, ChainAccount> => new Map())
  const pick = (lookup: Lookup, kind: 'writable' | 'readonly') =>
    lookup[kind].map((index) => addressInTable(tables.get(lookup.table), index))
  return [
    ...accounts,
    ...lookups.flatMap((lookup) => pick(lookup, 'writable')),
    ...lookups.flatMap((lookup) => pick(lookup, 'readonly')),
  ]
}

/** A lookup table has 56 bytes about itself, and then its addresses. */
const tableStart = 56

function addressInTable(table: ChainAccount | undefined, index: number): string | undefined {
  if (table === undefined || table.owner !== lookupProgram || table.data[0] !== 1) return undefined
  const start = tableStart + index * 32
  return start + 32 <= table.data.length ? base58.encode(table.data.slice(start, start + 32)) : undefined
}

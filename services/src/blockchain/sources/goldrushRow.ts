import * as v from 'valibot'
import type { Entry, Hex } from '../history/Entry.js'
import type { Facts } from '../history/Known.js'
import { readLog } from '../history/readLog.js'
import {
  addressField,
  bytesField,
  countField,
  dateField,
  decimalUnits,
  hashField,
  ifTold,
  perhaps,
  readRows,
  toFacts,
} from './fields.js'

/** An item of `transactions_v3`. */
export const goldrushSchema = v.object({
  block_signed_at: dateField,
  block_height: countField,
  tx_hash: hashField,
  tx_offset: countField,
  successful: v.boolean(),
  from_address: addressField,
  to_address: v.nullish(addressField, null),
  value: ifTold(decimalUnits),
  fees_paid: perhaps(decimalUnits),
  log_events: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(10_000)), null),
})
export type GoldrushItem = v.InferOutput<typeof goldrushSchema>

const logSchema = v.object({
  sender_address: addressField,
  raw_log_topics: v.pipe(v.array(hashField), v.minLength(1), v.maxLength(4)),
  raw_log_data: v.nullish(bytesField, '0x'),
  sender_name: perhaps(v.string()),
  sender_contract_ticker_symbol: perhaps(v.string()),
  sender_contract_decimals: perhaps(countField),
})

/** Builds an account's entry. The nonce and the selector are not told: the chain fills them in. */
export function toEntry(item: GoldrushItem, account: Hex): Entry | undefined {
  const { from_address: from, to_address: to, value = '0', successful, fees_paid: fee } = item
  const isOwn = from === account
  const told = successful ? logsOf(item).map(readLog) : []
  const coin = successful && to !== null ? [{ standard: 'native' as const, units: value, from, to }] : []
  const movements = [...coin, ...told.flatMap((log) => log.movements)].filter(
    (one) => one.units !== '0' && (one.from === account || one.to === account),
  )
  const hasActed = isOwn || told.some(({ actor }) => actor === account)
  if (!hasActed && movements.length === 0) return undefined
  const approvals = told.flatMap(({ approval }) => (approval?.owner === account ? [approval] : []))
  return {
    hash: item.tx_hash,
    block: item.block_height,
    index: item.tx_offset,
    minedAt: item.block_signed_at,
    status: successful ? 'confirmed' : 'failed',
    from,
    to,
    nonce: 0,
    selector: '0x',
    isOwn: hasActed,
    ...(isOwn && fee !== undefined ? { feeUnits: fee } : {}),
    movements: movements.slice(0, 100),
    approvals: hasActed
      ? approvals.map(({ token, spender, isRevoked }) => ({ token, spender, isRevoked }))
      : [],
  }
}

/** The tokens' details that the logs of an item carry. */
export function factsOf(item: GoldrushItem): readonly (readonly [Hex, Facts])[] {
  return rowsOf(item).map((row) => [
    row.sender_address,
    toFacts(row.sender_name, row.sender_contract_ticker_symbol, row.sender_contract_decimals),
  ])
}

function rowsOf({ log_events: events }: GoldrushItem) {
  return readRows(events ?? [], logSchema)
}

function logsOf(item: GoldrushItem) {
  return rowsOf(item).map(({ sender_address: address, raw_log_topics: topics, raw_log_data: data }) => ({
    address,
    topics,
    data: data ?? '0x',
  }))
}

import type { Hex } from 'viem'
import { type Call, decodeBatch } from '../../accounts/batch.js'
import { isSameHex, quantity } from '../../accounts/hex.js'
import type { Row, Warning } from '../ConsentRequest.js'
import { group, row, warn } from '../Draft.js'
import type { Describer } from '../describe/Describer.js'
import { argumentRows } from './argumentRows.js'
import type { CallDescription } from './CallDescription.js'
import { type DecodedCall, decodeCall } from './decodeCall.js'
import { describeSwap } from './describeSwaps.js'
import { recipientWarnings, tokenMethods } from './describeTokens.js'

/** Calls within calls are described so deep. */
const mostDepth = 3
/** So many calls within one are described; the others are in the raw request. */
const mostNested = 50

/** Describes what a call of the account does. */
export async function describeCall(call: Call, describer: Describer, depth = 0): Promise<CallDescription> {
  const value = BigInt(call.value)
  const valueRows = value === 0n ? [] : [row('value', describer.coinAmount(value))]
  if (call.to === undefined) {
    return {
      title: 'deploy',
      rows: [...valueRows, row('bytes', { type: 'hex', hex: call.data })],
      warnings: [warn('danger', 'creation')],
    }
  }
  const to = call.to
  const decoded = decodeCall(call.data)
  if (decoded.status === 'none') {
    return {
      title: 'send',
      rows: [row('recipient', await describer.address(to)), row('amount', describer.coinAmount(value))],
      warnings: recipientWarnings(to, undefined, describer),
    }
  }
  if (isSameHex(to, describer.account)) return describeSelfCall(call, describer, depth)
  const [contract, hasCode] = await Promise.all([describer.address(to), describer.hasCode(to)])
  const known = await describeKnown(call, to, decoded, describer, depth)
  return {
    title: known.title,
    rows: [...known.rows, ...valueRows, row('contract', contract), ...methodRows(decoded)],
    warnings: [
      ...known.warnings,
      ...(hasCode ? [] : [warn('danger', 'noContract')]),
      ...(decoded.status === 'decoded' && decoded.hasExtra ? [warn('caution', 'extraData')] : []),
    ],
  }
}

async function describeKnown(
  { data, value }: Call,
  to: Hex,
  decoded: DecodedCall,
  describer: Describer,
  depth: number,
): Promise<CallDescription> {
  if (decoded.status === 'unreadable') {
    return { title: 'call', rows: [bytesRow(data)], warnings: [warn('danger', 'unreadableCall')] }
  }
  if (decoded.status !== 'decoded') {
    return { title: 'call', rows: [bytesRow(data)], warnings: [warn('danger', 'unknownCall')] }
  }
  const { selector, values, method } = decoded
  const token = Object.hasOwn(tokenMethods, selector) ? tokenMethods[selector] : undefined
  if (token !== undefined) return token(to, values, describer)
  const swap = await describeSwap(method.name, method.inputs, values, BigInt(value), describer)
  if (swap !== undefined) return swap
  const nested = nestedIn(to, decoded)
  if (nested !== undefined) return describeNested(nested, describer, depth)
  return { title: 'call', ...argumentRows(method.inputs, values) }
}

/** The account calls itself: if it is a smart account, it carries out the calls within. */
async function describeSelfCall({ data, value }: Call, describer: Describer, depth: number) {
  const calls = decodeBatch(data)
  const nested =
    calls === undefined
      ? { title: 'call' as const, rows: [bytesRow(data)], warnings: [warn('danger', 'unknownCall')] }
      : await describeNested(calls, describer, depth)
  return {
    ...nested,
    rows: [
      ...nested.rows,
      ...(BigInt(value) === 0n ? [] : [row('value', describer.coinAmount(BigInt(value)))]),
    ],
    warnings: [...nested.warnings, warn('caution', 'selfCall')],
  }
}

/** Describes calls that are carried out by another one. */
export async function describeNested(
  calls: readonly Call[],
  describer: Describer,
  depth: number,
): Promise<CallDescription> {
  if (depth >= mostDepth) return { title: 'calls', rows: [], warnings: [warn('danger', 'unknownCall')] }
  const rows: Row[] = []
  const warnings: Warning[] = []
  for (const call of calls.slice(0, mostNested)) {
    const one = await describeCall(call, describer, depth + 1)
    rows.push(group('call', one.rows))
    warnings.push(...one.warnings)
  }
  if (calls.length > mostNested) warnings.push(warn('danger', 'unknownCall'))
  return { title: 'calls', rows, warnings }
}

/** The calls within the methods that carry out several: on the same contract, or on others. */
function nestedIn(
  to: Hex,
  { selector, values }: Extract<DecodedCall, { status: 'decoded' }>,
): readonly Call[] | undefined {
  const [first, second] = values
  switch (selector) {
    // multicall(bytes[]), multicall(uint256,bytes[]), multicall(bytes32,bytes[])
    case '0xac9650d8':
      return (first as readonly Hex[]).map((data) => ({ to, value: '0x0', data }))
    case '0x5ae401dc':
    case '0x1f0464d1':
      return (second as readonly Hex[]).map((data) => ({ to, value: '0x0', data }))
    // aggregate, tryAggregate, aggregate3, aggregate3Value
    case '0x252dba42':
    case '0x82ad56cb':
    case '0x174dea71':
      return (first as readonly Target[]).map(toCall)
    case '0xbce38bd7':
      return (second as readonly Target[]).map(toCall)
    default:
      return undefined
  }
}

type Target = { readonly target: Hex; readonly callData: Hex; readonly value?: bigint }
const toCall = ({ target, callData, value = 0n }: Target): Call => ({
  to: target,
  value: quantity(value),
  data: callData,
})

function methodRows(decoded: DecodedCall): readonly Row[] {
  if (decoded.status === 'none') return []
  if (decoded.status === 'unknown') return [row('method', { type: 'method', name: decoded.selector })]
  const { method, signature } = decoded
  return [row('method', { type: 'method', name: method.name, signature })]
}

const bytesRow = (hex: Hex): Row => row('bytes', { type: 'hex', hex })

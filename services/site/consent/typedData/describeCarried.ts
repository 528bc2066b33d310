import type { Call } from '../../accounts/batch.js'
import { quantity } from '../../accounts/hex.js'
import { describeCall } from '../calls/describeCall.js'
import type { TitleKey } from '../consentTexts.js'
import { group, warn } from '../Draft.js'
import type { Describer } from '../describe/Describer.js'
import type { Recognized } from './Recognized.js'
import { addressAt, nodeAt, numberAt, type TypedData, type TypedNode } from './TypedTree.js'

/** What calls are called that move tokens, or may. */
const moving: ReadonlySet<TitleKey> = new Set(['send', 'approve', 'calls'])

/**
 * Describes the call that typed data carries, which somebody else may bring to the chain in the account's name: a meta-transaction of a token
 * (`functionSignature`), a request to a forwarder (ERC-2771), or what the owners of a Safe sign.
 *
 * @returns `undefined` for data that carries none
 */
export async function describeCarried(
  data: TypedData,
  describer: Describer,
): Promise<Recognized | undefined> {
  const call = callIn(data)
  if (call === undefined) return undefined
  const { title, rows, warnings } = await describeCall(call, describer)
  // Run with the rights of the Safe itself, a call does whatever its code says.
  const isDelegated = (numberAt(data.message, 'operation') ?? 0n) !== 0n
  return {
    title: moving.has(title) ? 'signPermit' : 'signData',
    rows: [group('call', rows)],
    warnings: [
      ...warnings,
      ...(moving.has(title) ? [warn('danger', 'permit')] : []),
      ...(isDelegated ? [warn('danger', 'unknownCall')] : []),
    ],
  }
}

function callIn({ domain, message }: TypedData): Call | undefined {
  const contract = addressAt(domain, 'verifyingContract')
  const signature = nodeAt(message, 'functionSignature')
  if (contract !== undefined && signature?.kind === 'bytes')
    return { to: contract, value: '0x0', data: signature.value }
  return callOf(message) ?? callOf(nodeAt(message, 'request')) ?? callOf(nodeAt(message, 'req'))
}

function callOf(node: TypedNode | undefined): Call | undefined {
  const to = addressAt(node, 'to')
  const data = nodeAt(node, 'data')
  const value = numberAt(node, 'value') ?? 0n
  if (to === undefined || data?.kind !== 'bytes' || value < 0n) return undefined
  return data.value === '0x' && value === 0n ? undefined : { to, value: quantity(value), data: data.value }
}

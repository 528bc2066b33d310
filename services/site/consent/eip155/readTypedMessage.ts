import { chainNumber } from '../../accounts/Chain.js'
import { entryPoint } from '../../accounts/delegate.js'
import { isSameHex } from '../../accounts/hex.js'
import { refuse } from '../../accounts/Refusal.js'
import type { Warning } from '../ConsentRequest.js'
import { type Draft, group, row, text, warn } from '../Draft.js'
import { createDescriber } from '../describe/Describer.js'
import { chainOf, listOf, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { describeCarried } from '../typedData/describeCarried.js'
import { describePermit } from '../typedData/describePermit.js'
import { hashTypedData } from '../typedData/hashTypedData.js'
import { readTypedData } from '../typedData/readTypedData.js'
import { rowsOf } from '../typedData/rowsOf.js'
import { addressAt, domainType, nodeAt, numberAt, type TypedData } from '../typedData/TypedTree.js'
import { isOwn, requireOwn } from './ownAddress.js'

/** `eth_signTypedData_v4`: the account and typed data (EIP-712), of which every field is shown. */
export async function readTypedMessage(request: WalletRequest, context: ReadContext): Promise<Draft> {
  const [first, second] = listOf(request)
  const isReversed = isOwn(second, context) && !isOwn(first, context)
  const [account, input] = isReversed ? [second, first] : [first, second]
  requireOwn(account, 'address', context)
  const data = readTypedData(input)
  requireChain(data, request)
  requireNoOperation(data)
  const describer = createDescriber(context, chainOf(context, request.chainId))
  const known = (await describePermit(data, describer)) ?? (await describeCarried(data, describer))
  const [domain, message] = [rowsOf(data.domain), rowsOf(data.message)]
  return {
    title: known?.title ?? 'signData',
    rows: [
      ...(known?.rows ?? []),
      row('type', text(data.primaryType)),
      group('domain', domain.rows),
      group('message', message.rows),
    ],
    warnings: [...(known?.warnings ?? []), ...domain.warnings, ...message.warnings, ...domainWarnings(data)],
    raw: { format: 'json', text: typeof input === 'string' ? input : JSON.stringify(input, undefined, 2) },
    content: { type: 'typedData', digest: hashTypedData(data) },
    names: describer.names,
  }
}

/** Data for another chain is for another contract, even at the same address (EIP-712 "domainSeparator"). */
function requireChain({ domain }: TypedData, { chainId }: WalletRequest) {
  const node = nodeAt(domain, 'chainId')
  if (node === undefined) return
  const asked = numberAt(domain, 'chainId')
  const active = chainNumber(chainId)
  if (asked === BigInt(active)) return
  throw refuse('otherChain', {
    field: 'domain.chainId',
    asked: asked === undefined ? '?' : String(asked),
    active: String(active),
  })
}

/**
 * The entry point takes operations of a smart account that are signed as typed data with its domain: such a signature
 * would let the page do anything with the account.
 */
function requireNoOperation({ domain, types, primaryType }: TypedData) {
  const contract = addressAt(domain, 'verifyingContract')
  const isToEntryPoint = contract !== undefined && isSameHex(contract, entryPoint)
  const name = nodeAt(domain, 'name')
  const isNamedSo = name?.kind === 'text' && name.value === 'ERC4337'
  const isOperation =
    /UserOperation$/.test(primaryType) || [...types.keys()].some((type) => /^PackedUserOperation$/.test(type))
  if (isToEntryPoint || isNamedSo || isOperation) throw refuse('accountOperation')
}

const usual: { readonly [name: string]: string | undefined } = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

function domainWarnings({ types, domain, unsigned }: TypedData): readonly Warning[] {
  const fields = types.get(domainType) ?? []
  const isUnusual = fields.length === 0 || fields.some(({ name, type }) => usual[name] !== type)
  return [
    ...(nodeAt(domain, 'chainId') === undefined ? [warn('caution', 'noChain')] : []),
    ...(isUnusual ? [warn('caution', 'unusualDomain')] : []),
    ...(unsigned.length === 0 ? [] : [warn('caution', 'unsignedFields', { fields: unsigned.join(', ') })]),
  ]
}

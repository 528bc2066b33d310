import type { Hex } from 'viem'
import { isSameHex } from '../../accounts/hex.js'
import type { Value, Warning } from '../ConsentRequest.js'
import { permit2 } from '../calls/knownContracts.js'
import { digits, group, row, warn, word } from '../Draft.js'
import type { Describer } from '../describe/Describer.js'
import { isUnlimited } from '../describe/Describer.js'
import { describeOrder } from './describeOrder.js'
import type { Recognized } from './Recognized.js'
import { addressAt, itemsAt, nodeAt, numberAt, type TypedData, type TypedNode } from './TypedTree.js'

/** Much longer than anything that is signed for now. */
const longTime = 366 * 86_400

/**
 * Recognizes typed data that moves tokens without a transaction of the account: permits of tokens (EIP-2612, DAI,
 * ERC-4494), of Permit2, transfers with authorization (EIP-3009), and orders of a market (Seaport).
 *
 * @returns `undefined` for anything else
 */
export async function describePermit(data: TypedData, describer: Describer): Promise<Recognized | undefined> {
  const { message, primaryType, domain } = data
  const contract = addressAt(domain, 'verifyingContract')
  const has = (...names: readonly string[]) => names.every((name) => nodeAt(message, name) !== undefined)
  const isLike =
    has('spender') && ['value', 'amount', 'permitted', 'details', 'tokenId'].some((name) => has(name))
  const unknown: Recognized = { title: 'signData', rows: [], warnings: [warn('danger', 'unknownPermit')] }
  if (contract === undefined) return isLike ? unknown : undefined
  const isPermit2 = isSameHex(contract, permit2)
  if (isPermit2 && has('spender')) return permit2Of(message, describer)
  if (/^(?:OrderComponents|BulkOrder)$/.test(primaryType)) return describeOrder(message, describer)
  if (primaryType === 'Permit' && has('owner', 'spender', 'value', 'deadline')) {
    const units = numberAt(message, 'value') ?? 0n
    return tokenPermit({ contract, units, owner: 'owner', deadline: 'deadline' }, message, describer)
  }
  if (primaryType === 'Permit' && has('holder', 'spender', 'allowed', 'expiry')) {
    const allowed = nodeAt(message, 'allowed')
    const units = allowed?.kind === 'flag' && allowed.value ? 2n ** 256n - 1n : 0n
    return tokenPermit({ contract, units, owner: 'holder', deadline: 'expiry' }, message, describer)
  }
  if (primaryType === 'Permit' && has('spender', 'tokenId', 'deadline'))
    return itemPermit(contract, message, describer)
  if (
    /^(?:Transfer|Receive)WithAuthorization$/.test(primaryType) &&
    has('from', 'to', 'value', 'validBefore')
  ) {
    return authorizedTransfer(contract, message, describer)
  }
  return isLike ? unknown : undefined
}

async function tokenPermit(
  { contract, units, owner, deadline }: { contract: Hex; units: bigint; owner: string; deadline: string },
  message: TypedNode,
  describer: Describer,
): Promise<Recognized> {
  const spender = await addressOf(message, 'spender', describer)
  const amount = await describer.tokenAmount(contract, units, true)
  const until = numberAt(message, deadline) ?? 0n
  return {
    title: 'signPermit',
    rows: [
      row('spender', spender),
      row('amount', amount),
      row('token', await describer.address(contract)),
      row('deadline', timeOf(owner === 'holder' && until === 0n ? undefined : until)),
    ],
    warnings: [
      ...ownerWarnings(addressAt(message, owner), describer),
      ...amountWarnings(spender, amount, describer),
      ...deadlineWarnings(until, describer),
      warn('danger', 'permit'),
    ],
  }
}

async function itemPermit(contract: Hex, message: TypedNode, describer: Describer): Promise<Recognized> {
  const until = numberAt(message, 'deadline') ?? 0n
  return {
    title: 'signPermit',
    rows: [
      row('spender', await addressOf(message, 'spender', describer)),
      row('token', await describer.address(contract)),
      row('tokenId', digits(numberAt(message, 'tokenId') ?? 0n)),
      row('deadline', timeOf(until)),
    ],
    warnings: [...deadlineWarnings(until, describer), warn('danger', 'permit')],
  }
}

async function authorizedTransfer(
  contract: Hex,
  message: TypedNode,
  describer: Describer,
): Promise<Recognized> {
  const until = numberAt(message, 'validBefore') ?? 0n
  return {
    title: 'signPermit',
    rows: [
      row('recipient', await addressOf(message, 'to', describer)),
      row('amount', await describer.tokenAmount(contract, numberAt(message, 'value') ?? 0n)),
      row('token', await describer.address(contract)),
      row('validAfter', timeOf(numberAt(message, 'validAfter') ?? 0n)),
      row('deadline', timeOf(until)),
    ],
    warnings: [
      ...ownerWarnings(addressAt(message, 'from'), describer),
      ...deadlineWarnings(until, describer),
      warn('danger', 'permit'),
    ],
  }
}

/** Permit2: allowances with `details`, and transfers with `permitted`, each for one token or several. */
async function permit2Of(message: TypedNode, describer: Describer): Promise<Recognized> {
  const spender = await addressOf(message, 'spender', describer)
  const single = ['details', 'permitted'].flatMap((name) => {
    const node = nodeAt(message, name)
    return node?.kind === 'struct' ? [node] : []
  })
  const grants = [...single, ...itemsAt(message, 'details'), ...itemsAt(message, 'permitted')]
  const until = numberAt(message, 'sigDeadline') ?? numberAt(message, 'deadline') ?? 0n
  const described = await Promise.all(grants.map((grant) => grantOf(grant, spender, describer)))
  return {
    title: 'signPermit',
    rows: [
      row('spender', spender),
      ...(described.length === 1
        ? (described[0]?.rows ?? [])
        : described.map((one) => group('token', one.rows))),
      row('deadline', timeOf(until)),
    ],
    warnings: [
      ...described.flatMap((one) => one.warnings),
      ...deadlineWarnings(until, describer),
      warn('danger', 'permit'),
    ],
  }
}

async function grantOf(grant: TypedNode, spender: Value, describer: Describer) {
  const token = addressAt(grant, 'token')
  if (token === undefined) return { rows: [row('token', word('cannotBeRead'))], warnings: [] }
  const amount = await describer.tokenAmount(token, numberAt(grant, 'amount') ?? 0n, true)
  const expiration = numberAt(grant, 'expiration')
  return {
    rows: [
      row('amount', amount),
      row('token', await describer.address(token)),
      ...(expiration === undefined ? [] : [row('expiresAt', timeOf(expiration))]),
    ],
    warnings: [
      ...amountWarnings(spender, amount, describer),
      ...(expiration === undefined ? [] : deadlineWarnings(expiration, describer)),
    ],
  }
}

/** An address of the data; a field of that name may have another type. */
async function addressOf(node: TypedNode, name: string, describer: Describer): Promise<Value> {
  const address = addressAt(node, name)
  return address === undefined ? word('cannotBeRead') : describer.address(address)
}

/** Warns of an allowance without a limit, in words. */
export function amountWarnings(spender: Value, amount: Value, describer: Describer): readonly Warning[] {
  if (amount.type !== 'amount' || !isUnlimited(BigInt(amount.units))) return []
  return [warn('danger', 'unlimited', { spender: describer.short(spender), token: amount.symbol })]
}

function ownerWarnings(owner: Hex | undefined, { account }: Describer): readonly Warning[] {
  return owner === undefined || isSameHex(owner, account) ? [] : [warn('caution', 'otherOwner')]
}

export function deadlineWarnings(until: bigint, { now }: Pick<Describer, 'now'>): readonly Warning[] {
  return until > BigInt(Math.floor(now / 1_000) + longTime) ? [warn('caution', 'longDeadline')] : []
}

/** The last second that a date can have; later ones are never reached. */
const lastSecond = 253_402_300_799n

export function timeOf(at: bigint | undefined): Value {
  return at === undefined || at > lastSecond ? word('never') : { type: 'time', at: Number(at) }
}

import { type Hex, zeroAddress } from 'viem'
import { isSameHex } from '../../accounts/hex.js'
import type { Row, Warning } from '../ConsentRequest.js'
import { digits, group, row, warn, word } from '../Draft.js'
import type { Describer } from '../describe/Describer.js'
import { amountWarnings, deadlineWarnings, timeOf } from '../typedData/describePermit.js'
import type { CallDescription } from './CallDescription.js'

type Describe = (contract: Hex, values: readonly unknown[], describer: Describer) => Promise<CallDescription>

/** Methods of tokens (ERC-20, 721, 1155, 2612), of Permit2 and of wrapped coins, by their first four bytes. */
export const tokenMethods: { readonly [selector: string]: Describe | undefined } = {
  // transfer(address,uint256)
  '0xa9059cbb': (contract, [to, units], describer) => transfer({ contract, to, amount: units }, describer),
  // transferFrom(address,address,uint256)
  '0x23b872dd': (contract, [from, to, amount], describer) =>
    transfer({ contract, from, to, amount }, describer),
  // safeTransferFrom(address,address,uint256), and with data
  '0x42842e0e': (contract, [from, to, id], describer) => item({ contract, from, to, ids: [[id]] }, describer),
  '0xb88d4fde': (contract, [from, to, id], describer) => item({ contract, from, to, ids: [[id]] }, describer),
  // safeTransferFrom(address,address,uint256,uint256,bytes) and safeBatchTransferFrom
  '0xf242432a': (contract, [from, to, id, count], describer) =>
    item({ contract, from, to, ids: [[id, count]] }, describer),
  '0x2eb2c2d6': (contract, [from, to, ids, counts], describer) =>
    item(
      { contract, from, to, ids: (ids as bigint[]).map((id, at) => [id, (counts as bigint[])[at]]) },
      describer,
    ),
  // approve(address,uint256), increaseAllowance, decreaseAllowance
  '0x095ea7b3': (contract, [spender, amount], describer) =>
    allowance({ contract, spender, amount }, describer),
  '0x39509351': (contract, [spender, amount], describer) =>
    allowance({ contract, spender, amount }, describer),
  '0xa457c2d7': (contract, [spender, amount], describer) =>
    allowance({ contract, spender, amount, isLess: true }, describer),
  // setApprovalForAll(address,bool)
  '0xa22cb465': operator,
  // permit(address,address,uint256,uint256,uint8,bytes32,bytes32), and DAI's
  '0xd505accf': (contract, [, spender, amount, deadline], describer) =>
    allowance({ contract, spender, amount, deadline }, describer),
  '0x8fcbaf0c': (contract, [, spender, , deadline, isAllowed], describer) =>
    allowance({ contract, spender, amount: isAllowed ? 2n ** 256n - 1n : 0n, deadline }, describer),
  // Permit2: approve(address,address,uint160,uint48), transferFrom(address,address,uint160,address)
  '0x87517c45': (_, [token, spender, amount, deadline], describer) =>
    allowance({ contract: token as Hex, spender, amount, deadline: BigInt(deadline as number) }, describer),
  '0x36c78516': (_, [from, to, amount, token], describer) =>
    transfer({ contract: token as Hex, from, to, amount }, describer),
}

const nobody = new Set([zeroAddress, '0x000000000000000000000000000000000000dead'])

async function transfer(
  { contract, from, to, amount }: { contract: Hex; from?: unknown; to: unknown; amount: unknown },
  describer: Describer,
): Promise<CallDescription> {
  const token = await describer.token(contract)
  if (token?.kind === 'erc721') return item({ contract, from, to, ids: [[amount]] }, describer)
  return {
    title: 'send',
    rows: [
      row('recipient', await describer.address(to as Hex)),
      row('amount', await describer.tokenAmount(contract, amount as bigint)),
      row('token', await describer.address(contract)),
      ...(await fromRow(from, describer)),
    ],
    warnings: [...recipientWarnings(to as Hex, contract, describer), ...unreadable(token?.decimals)],
  }
}

async function item(
  {
    contract,
    from,
    to,
    ids,
  }: { contract: Hex; from?: unknown; to: unknown; ids: readonly (readonly unknown[])[] },
  describer: Describer,
): Promise<CallDescription> {
  const rows = ids.map(([id, count]) => [
    row('tokenId', digits(id as bigint)),
    ...(count === undefined ? [] : [row('amount', digits(count as bigint))]),
  ])
  return {
    title: 'send',
    rows: [
      row('recipient', await describer.address(to as Hex)),
      ...(rows.length === 1 ? rows.flat() : rows.map((one) => group('items', one))),
      row('token', await describer.address(contract)),
      ...(await fromRow(from, describer)),
    ],
    warnings: recipientWarnings(to as Hex, contract, describer),
  }
}

async function allowance(
  {
    contract,
    spender,
    amount,
    deadline,
    isLess = false,
  }: { contract: Hex; spender: unknown; amount: unknown; deadline?: unknown; isLess?: boolean },
  describer: Describer,
): Promise<CallDescription> {
  const token = await describer.token(contract)
  const who = await describer.address(spender as Hex)
  const isItem = token?.kind === 'erc721'
  const units = await describer.tokenAmount(contract, amount as bigint, !isLess)
  return {
    title: 'approve',
    rows: [
      row('spender', who),
      isItem ? row('tokenId', digits(amount as bigint)) : row('amount', units),
      row('token', await describer.address(contract)),
      ...(deadline === undefined ? [] : [row('deadline', timeOf(deadline as bigint))]),
    ],
    warnings: [
      ...(isItem || isLess ? [] : amountWarnings(who, units, describer)),
      ...(isItem ? [] : unreadable(token?.decimals)),
      ...(deadline === undefined ? [] : deadlineWarnings(deadline as bigint, describer)),
    ],
  }
}

async function operator(
  contract: Hex,
  [who, isApproved]: readonly unknown[],
  describer: Describer,
): Promise<CallDescription> {
  const spender = await describer.address(who as Hex)
  return {
    title: isApproved ? 'approve' : 'call',
    rows: [
      row('operator', spender),
      row('items', word(isApproved ? 'all' : 'none')),
      row('token', await describer.address(contract)),
    ],
    warnings: isApproved ? [warn('danger', 'operatorForAll', { operator: describer.short(spender) })] : [],
  }
}

async function fromRow(from: unknown, describer: Describer): Promise<readonly Row[]> {
  if (from === undefined || isSameHex(String(from), describer.account)) return []
  return [row('from', await describer.address(from as Hex))]
}

/** What is wrong with a recipient of coin or of a token. */
export function recipientWarnings(
  to: Hex,
  contract: Hex | undefined,
  { account }: Describer,
): readonly Warning[] {
  if (nobody.has(to.toLowerCase() as Hex)) return [warn('danger', 'toNobody')]
  if (contract !== undefined && isSameHex(to, contract)) return [warn('danger', 'toContract')]
  return isSameHex(to, account) ? [warn('info', 'toSelf')] : []
}

const unreadable = (decimals: number | undefined): readonly Warning[] =>
  decimals === undefined ? [warn('caution', 'unreadableToken')] : []

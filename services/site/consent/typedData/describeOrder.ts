import { isSameHex } from '../../accounts/hex.js'
import type { Row, Value } from '../ConsentRequest.js'
import { digits, group, row, warn } from '../Draft.js'
import type { Describer } from '../describe/Describer.js'
import type { Recognized } from './Recognized.js'
import { addressAt, itemsAt, nodeAt, numberAt, type TypedNode } from './TypedTree.js'

/**
 * Describes an order of a market (Seaport): what it offers, and what its maker gets in return. Each field is shown
 * besides. A list of orders is shown by its fields alone.
 */
export async function describeOrder(message: TypedNode, describer: Describer): Promise<Recognized> {
  if (nodeAt(message, 'offer') === undefined) {
    return { title: 'signData', rows: [], warnings: [warn('danger', 'marketOrder')] }
  }
  const own = itemsAt(message, 'consideration').filter((item) => {
    const recipient = addressAt(item, 'recipient')
    return recipient !== undefined && isSameHex(recipient, describer.account)
  })
  const [offered, received] = await Promise.all([
    Promise.all(itemsAt(message, 'offer').map((item) => itemOf(item, 'most', describer))),
    Promise.all(own.map((item) => itemOf(item, 'least', describer))),
  ])
  return {
    title: 'signData',
    rows: [
      group('order', offered.flat()),
      ...(received.length === 0
        ? [row('receive', { type: 'word', word: 'nothing' })]
        : [group('receive', received.flat())]),
    ],
    warnings: [
      warn('danger', 'marketOrder'),
      ...(own.length === 0 ? [warn('danger', 'marketOrderForNothing')] : []),
    ],
  }
}

/**
 * Amounts change between the start and the end of an order. Its maker must know the most that they give, and the least that they get.
 *
 * @see Seaport `ItemType`: 0 coin, 1 ERC-20, 2 ERC-721, 3 ERC-1155, 4 and 5 any item that fulfils a criterion.
 */
async function itemOf(item: TypedNode, end: 'most' | 'least', describer: Describer): Promise<readonly Row[]> {
  const kind = numberAt(item, 'itemType') ?? 0n
  const token = addressAt(item, 'token')
  const amounts = [numberAt(item, 'startAmount') ?? 0n, numberAt(item, 'endAmount')].filter(
    (amount) => amount !== undefined,
  )
  const units = amounts.reduce((one, other) => (one > other === (end === 'most') ? one : other))
  if (kind === 0n || token === undefined) return [row('amount', describer.coinAmount(units))]
  const contract = row('token', await describer.address(token))
  // The symbol is the contract's own word.
  if (kind === 1n) return [row('amount', await describer.tokenAmount(token, units)), contract]
  const id: Value =
    kind >= 4n ? { type: 'word', word: 'everything' } : digits(numberAt(item, 'identifierOrCriteria') ?? 0n)
  const isCounted = kind === 3n || kind === 5n
  return [contract, row('tokenId', id), ...(isCounted ? [row('amount', digits(units))] : [])]
}

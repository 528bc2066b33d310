import {
  type CaipNetworkId,
  formatUnits,
  type Transaction,
  type Transfer,
  toCaipAddress,
} from 'latchkey/protocol'
import { getAddress } from 'viem'
import type { Token } from '../tokens.js'
import type { Entry, Hex, Movement } from './Entry.js'
import { isImitation, isLure } from './isSpam.js'
import { operationOf } from './operationOf.js'
import type { TokenFacts } from './tokenFacts.js'

type Surroundings = {
  readonly chainId: CaipNetworkId
  readonly coin: Token
  readonly facts: ReadonlyMap<Hex, TokenFacts>
  /** The symbols that only the tokens of the list and the coin should have. */
  readonly symbols: readonly string[]
}

/** An account's entry as the history says it. A token that cannot be counted is left out, its transaction stays. */
export function describeEntry(entry: Entry, account: Hex, around: Surroundings): Transaction {
  const { hash, minedAt, from, to, status, nonce, approvals, feeUnits } = entry
  const operationType = operationOf(entry, account)
  const [approval] = operationType === 'approve' || operationType === 'revoke' ? approvals : []
  return {
    id: `${around.chainId}:${hash}`,
    metadata: {
      operationType,
      hash,
      chain: around.chainId,
      minedAt: new Date(minedAt).toISOString(),
      sentFrom: getAddress(from),
      sentTo: to === null ? '' : getAddress(to),
      status,
      nonce,
      ...(approval === undefined ? {} : { spender: getAddress(approval.spender) }),
      ...(feeUnits === undefined ? {} : { fee: formatUnits(BigInt(feeUnits), around.coin.decimals) }),
    },
    transfers: entry.movements.flatMap((movement) => describeMovement(movement, entry, account, around)),
  }
}

function describeMovement(
  movement: Movement,
  entry: Entry,
  account: Hex,
  { chainId, coin, facts, symbols }: Surroundings,
): readonly Transfer[] {
  const { standard, token, tokenId, units, from, to } = movement
  const ends = {
    direction: from === to ? ('self' as const) : to === account ? ('in' as const) : ('out' as const),
    sender: getAddress(from),
    recipient: getAddress(to),
  }
  if (token === undefined) {
    const { name, symbol, iconUrl, decimals } = coin
    const numeric = formatUnits(BigInt(units), decimals)
    return [{ fungible_info: { name, symbol, ...iconOf(iconUrl) }, quantity: { numeric }, ...ends }]
  }
  const known = facts.get(token)
  const address = toCaipAddress(chainId, getAddress(token))
  const { name = '', symbol = '', isListed = false } = known ?? {}
  const isBait = !isListed && (isLure(name) || isLure(symbol))
  if (standard !== 'ERC20') {
    const called = `${name} #${tokenId}`.trim()
    return [
      {
        nft_info: {
          ...(called.length > 96 ? {} : { name: called }),
          flags: { is_spam: isBait },
          address,
          ...(tokenId === undefined ? {} : { token_id: tokenId }),
        },
        quantity: { numeric: units },
        ...ends,
      },
    ]
  }
  if (known === undefined || known.decimals === null) return []
  // A contract can say that it moved its token out of anybody's account; that account had no part in it.
  const isInvented = !isListed && ends.direction === 'out' && !entry.isOwn
  return [
    {
      fungible_info: {
        ...(name === '' ? {} : { name }),
        ...(symbol === '' ? {} : { symbol }),
        ...iconOf(known.iconUrl),
        address,
        is_spam: isBait || isInvented || (!isListed && isImitation(symbol, symbols)),
      },
      quantity: { numeric: formatUnits(BigInt(units), known.decimals) },
      ...ends,
    },
  ]
}

function iconOf(url: string) {
  return url === '' ? {} : { icon: { url } }
}

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
import { isWorthless } from './isWorthless.js'
import { operationOf, sendsToken } from './operationOf.js'
import type { TokenFacts } from './tokenFacts.js'

type Surroundings = {
  readonly chainId: CaipNetworkId
  readonly coin: Token
  readonly facts: ReadonlyMap<Hex, TokenFacts>
  /** The symbols reserved for listed tokens and the chain's coin. */
  readonly symbols: readonly string[]
  /** Senders that look like somebody whom the account has sent to. */
  readonly imitators?: ReadonlySet<Hex> | undefined
}

/**
 * Converts an account's entry to the answer's format. A token without valid decimals is left out; its transaction
 * stays.
 */
export function describeEntry(entry: Entry, account: Hex, around: Surroundings): Transaction {
  const { hash, minedAt, from, to, status, nonce, approvals, feeUnits } = entry
  const operation = operationOf(entry, account)
  const operationType = operation === 'send' && isClaim(entry, account, around) ? 'execute' : operation
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

/**
 * Whether only contracts that no list knows say that the account has sent something, in a call by which it sent nothing:
 * the contract that a visitor called may claim transfers to any address, to make it look familiar.
 */
function isClaim({ isOwn, movements, selector }: Entry, account: Hex, { facts }: Surroundings): boolean {
  const out = movements.filter(({ from, to }) => from === account && to !== account)
  const isUnlisted = ({ token }: Movement) => token !== undefined && facts.get(token)?.isListed !== true
  return isOwn && out.length > 0 && out.every(isUnlisted) && !sendsToken(selector)
}

function describeMovement(
  movement: Movement,
  entry: Entry,
  account: Hex,
  { chainId, coin, facts, symbols, imitators }: Surroundings,
): readonly Transfer[] {
  const { standard, token, tokenId, units, from, to, isConcluded } = movement
  const ends = {
    ...(isConcluded === true ? { is_concluded: true } : {}),
    direction: from === to ? ('self' as const) : to === account ? ('in' as const) : ('out' as const),
    sender: getAddress(from),
    recipient: getAddress(to),
  }
  const known = token === undefined ? undefined : facts.get(token)
  // Dust from a look-alike address is there to be copied out of the history.
  const isDust =
    ends.direction === 'in' &&
    !entry.isOwn &&
    imitators?.has(from) === true &&
    isWorthless(movement, coin.decimals, known)
  if (token === undefined) {
    const { name, symbol, iconUrl, decimals } = coin
    const numeric = formatUnits(BigInt(units), decimals)
    const marks = isDust ? { is_spam: true } : {}
    return [{ fungible_info: { name, symbol, ...iconOf(iconUrl), ...marks }, quantity: { numeric }, ...ends }]
  }
  const address = toCaipAddress(chainId, getAddress(token))
  const { name = '', symbol = '', isListed = false } = known ?? {}
  const isAdvertised = !isListed && (isLure(name) || isLure(symbol))
  if (standard !== 'ERC20') {
    const called = `${name} #${tokenId}`.trim()
    return [
      {
        // Clients leave out a collectible with the flag. Dust may be a real payment: with this mark they fold it.
        ...(isDust && !isAdvertised ? { fungible_info: { is_spam: true } } : {}),
        nft_info: {
          ...(called.length > 96 ? {} : { name: called }),
          flags: { is_spam: isAdvertised },
          address,
          ...(tokenId === undefined ? {} : { token_id: tokenId }),
        },
        quantity: { numeric: units },
        ...ends,
      },
    ]
  }
  if (known === undefined || known.decimals === null) return []
  // A contract can emit a transfer out of any account; this account took no part in it.
  const isInvented = !isListed && ends.direction === 'out' && !entry.isOwn
  return [
    {
      fungible_info: {
        ...(name === '' ? {} : { name }),
        ...(symbol === '' ? {} : { symbol }),
        ...iconOf(known.iconUrl),
        address,
        is_verified: isListed,
        is_spam: isDust || isAdvertised || isInvented || (!isListed && isImitation(symbol, symbols)),
      },
      quantity: { numeric: formatUnits(BigInt(units), known.decimals) },
      ...ends,
    },
  ]
}

function iconOf(url: string) {
  return url === '' ? {} : { icon: { url } }
}

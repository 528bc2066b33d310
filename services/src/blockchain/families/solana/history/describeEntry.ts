import {
  type CaipNetworkId,
  formatUnits,
  type Transaction,
  type Transfer,
  toCaipAddress,
} from 'latchkey/protocol'
import type { Described } from '../../createFamilyBalances.js'
import type { TokenReader } from '../createTokenReader.js'
import type { Movement } from './Change.js'
import { coinDecimals, type Entry } from './readEntry.js'
import type { Row } from './signatures.js'

/** A stranger who sends less of the coin than this, in lamports, wants to be seen: it is worth less than a cent. */
const dust = 10_000n
/** Most transfers of one transaction that are told. */
const transferLimit = 100

type Around = {
  readonly chainId: CaipNetworkId
  readonly owner: string
  readonly tokens: ReadonlyMap<string, Described>
  readonly isImitation: TokenReader['isImitation']
  /** In epoch milliseconds. */
  readonly now: number
}

/** Converts an account's entry to the answer's format. */
export function describeEntry(row: Row, entry: Entry, around: Around): Transaction {
  const { chainId, owner, now } = around
  const { isFailed, isOwn, payer, program, fee, movements } = entry
  const [sent] = movements.filter(({ direction }) => direction === 'out')
  const [received] = movements.filter(({ direction }) => direction === 'in')
  const isSend = sent !== undefined && received === undefined
  const operationType = isFailed
    ? 'execute'
    : isSend
      ? 'send'
      : received === undefined
        ? 'execute'
        : sent === undefined
          ? 'receive'
          : 'trade'
  return {
    id: `${chainId}:${row.signature}`,
    metadata: {
      operationType,
      hash: row.signature,
      chain: chainId,
      minedAt: new Date(Math.min(row.minedAt ?? now, now)).toISOString(),
      sentFrom: isOwn ? owner : (received?.other ?? payer),
      sentTo: (isSend ? sent.other : operationType === 'receive' ? owner : program) ?? '',
      status: isFailed ? 'failed' : 'confirmed',
      nonce: 0,
      ...(fee === undefined ? {} : { fee: formatUnits(fee, coinDecimals) }),
    },
    transfers: movements.slice(0, transferLimit).map((movement) => describeMovement(movement, isOwn, around)),
  }
}

function describeMovement(
  { mint, decimals, direction, units, other }: Movement,
  isOwn: boolean,
  { chainId, owner, tokens, isImitation }: Around,
): Transfer {
  const [sender, recipient] = direction === 'in' ? [other, owner] : [owner, other]
  const common = {
    direction,
    quantity: { numeric: formatUnits(units, decimals) },
    ...(sender === undefined ? {} : { sender }),
    ...(recipient === undefined ? {} : { recipient }),
  }
  const isUnasked = direction === 'in' && !isOwn
  if (mint === undefined) {
    const marks = isUnasked && units < dust ? { is_spam: true } : {}
    return { fungible_info: { name: 'Solana', symbol: 'SOL', ...marks }, ...common }
  }
  const address = toCaipAddress(chainId, mint)
  const { name, symbol, iconUrl = '', isListed = false } = tokens.get(mint) ?? {}
  if (decimals === 0 && units === 1n) {
    return {
      nft_info: { ...(name === undefined ? {} : { name }), flags: { is_spam: false }, address },
      ...common,
    }
  }
  const text = symbol === undefined ? {} : { name, symbol }
  const isFake = !isListed && symbol !== undefined && isImitation(mint, symbol)
  const icon = iconUrl === '' ? {} : { icon: { url: iconUrl } }
  return { fungible_info: { ...text, ...icon, address, is_verified: isListed, is_spam: isFake }, ...common }
}

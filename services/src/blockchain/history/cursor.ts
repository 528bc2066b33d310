import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { Place } from './Entry.js'

/** The place where a page over one or several chains ended. Equal times are ordered by chain. */
export type Position = Place & { readonly chainId: CaipNetworkId }

/** The validity of a cursor: one account's history, on one chain or on all. */
type Scope = { readonly key: Buffer; readonly account: string; readonly of: string }

/** Writes a position as an opaque text, signed for one history of this service. */
export function writeCursor({ minedAt, block, index, chainId }: Position, scope: Scope): string {
  const text = [minedAt, block, index, chainId].join(' ')
  return Buffer.concat([signatureOf(text, scope), Buffer.from(text)]).toString('base64url')
}

/** Reads a cursor's position; `undefined` for a cursor that this service did not issue for this history. */
export function readCursor(cursor: string, scope: Scope): Position | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  const [signature, text] = [bytes.subarray(0, signatureSize), bytes.subarray(signatureSize).toString()]
  // Several texts encode the same bytes; only the canonical one is accepted.
  if (signature.length !== signatureSize || bytes.toString('base64url') !== cursor) return undefined
  if (!timingSafeEqual(signature, signatureOf(text, scope))) return undefined
  const [minedAt = '', block = '', index = '', chainId = ''] = text.split(' ')
  return {
    minedAt: Number(minedAt),
    block: Number(block),
    index: Number(index),
    chainId: chainId as CaipNetworkId,
  }
}

/** Compares two positions for sorting from newest to oldest. */
export function comparePositions(left: Position, right: Position): number {
  if (left.minedAt !== right.minedAt) return right.minedAt - left.minedAt
  if (left.chainId !== right.chainId) return left.chainId < right.chainId ? -1 : 1
  return right.block - left.block || right.index - left.index
}

/** Converts a position to a place on one chain: every entry after the position is below this place. */
export function placeOn(chainId: CaipNetworkId, position: Position): Place {
  const { minedAt, block, index } = position
  if (chainId === position.chainId) return { minedAt, block, index }
  const isAfter = chainId > position.chainId
  return { minedAt, block: isAfter ? Number.MAX_SAFE_INTEGER : -1, index: 0 }
}

const signatureSize = 16

function signatureOf(text: string, { key, account, of }: Scope): Buffer {
  return createHmac('sha256', key).update(`${account} ${of} ${text}`).digest().subarray(0, signatureSize)
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { Place } from './Entry.js'

/** Where a page of one or several chains ended. Of equal times the chain decides. */
export type Position = Place & { readonly chainId: CaipNetworkId }

/** What a cursor is good for: one account's history, of one chain or of all. */
type Scope = { readonly key: Buffer; readonly account: string; readonly of: string }

/** A position as a text that means something to this service only, and for this history only. */
export function writeCursor({ minedAt, block, index, chainId }: Position, scope: Scope): string {
  const text = [minedAt, block, index, chainId].join(' ')
  return Buffer.concat([signatureOf(text, scope), Buffer.from(text)]).toString('base64url')
}

/** The position of a cursor; `undefined` for one that this service did not write for this history. */
export function readCursor(cursor: string, scope: Scope): Position | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  const [signature, text] = [bytes.subarray(0, signatureSize), bytes.subarray(signatureSize).toString()]
  // Of several texts for the same bytes only one is ours.
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

/** Whether a place on a chain comes after a position, in a history from the newest to the oldest. */
export function comparePositions(left: Position, right: Position): number {
  if (left.minedAt !== right.minedAt) return right.minedAt - left.minedAt
  if (left.chainId !== right.chainId) return left.chainId < right.chainId ? -1 : 1
  return right.block - left.block || right.index - left.index
}

/** What comes after a position, on one chain: everything below this place. */
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

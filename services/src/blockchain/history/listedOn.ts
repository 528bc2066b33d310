import type { CaipNetworkId } from 'latchkey/protocol'
import type { Token } from '../tokens.js'
import type { Hex } from './Entry.js'

/** The operator's tokens of a chain, by address in lower case. */
export function listedOn(chainId: CaipNetworkId, tokens: readonly Token[]): ReadonlyMap<Hex, Token> {
  return new Map(
    tokens
      .filter((token) => token.chainId === chainId)
      .map((token) => [token.address.toLowerCase() as Hex, token]),
  )
}

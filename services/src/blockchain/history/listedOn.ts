import type { CaipNetworkId } from 'latchkey/protocol'
import type { Token } from '../tokens.js'
import type { Hex } from './Entry.js'

/** Returns the configured tokens of a chain, by lower-case address. */
export function listedOn(chainId: CaipNetworkId, tokens: readonly Token[]): ReadonlyMap<Hex, Token> {
  return new Map(
    tokens
      .filter((token) => token.chainId === chainId)
      .map((token) => [token.address.toLowerCase() as Hex, token]),
  )
}

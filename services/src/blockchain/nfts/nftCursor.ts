import { createHash } from 'node:crypto'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { Collectible } from '../history/Known.js'

/** Where a list goes on, on one chain. Without `after`: at its beginning. */
export type NftPlace = {
  readonly chainId: CaipNetworkId
  /** The key of the last collectible that the page before has dealt with. */
  readonly after?: string | undefined
  /** Down to this one, collectibles are asked for the second time: those that no node told of then are passed over. */
  readonly again?: string | undefined
}

/** Most characters of a cursor. */
const longest = 256
const [nothing, rest] = ['0', 'all']
const pattern = /^(\d{1,20})(?:-(0|all|[0-9a-f]{16}))?(?:-([0-9a-f]{16}))?$/

/** Names a collectible of a chain, however it is listed. */
export function nftKey({ token, tokenId }: Pick<Collectible, 'token' | 'tokenId'>): string {
  return createHash('sha256').update(`${token.toLowerCase()} ${tokenId}`).digest('hex').slice(0, 16)
}

/** @param asked The chains of the list, in order. */
export function writeNftCursor(places: readonly NftPlace[], asked: readonly CaipNetworkId[]): string | null {
  if (places.length === 0) return null
  // The chains that the list has not come to are all those after one.
  const isUntouched = ({ chainId, after, again }: NftPlace, back: number) =>
    after === undefined && again === undefined && chainId === asked.at(-1 - back)
  const reversed = [...places].reverse()
  const begun = reversed.findIndex((place, back) => !isUntouched(place, back))
  const untouched = begun < 0 ? places.length : begun
  const named = places.slice(0, places.length - untouched).map(({ chainId, after, again }) => {
    const start = after ?? (again === undefined ? undefined : nothing)
    return [numberOf(chainId), start, again].filter((part) => part !== undefined).join('-')
  })
  const [next] = places.slice(places.length - untouched)
  const parts = [...named, ...(next === undefined ? [] : [`${numberOf(next.chainId)}-${rest}`])]
  // Of very many chains that fail, the last ones are tried with the next visit.
  while (parts.join('_').length > longest) parts.pop()
  return parts.join('_')
}

/** @returns `undefined` for a cursor that no list of these chains gave. */
export function readNftCursor(
  cursor: string,
  asked: readonly CaipNetworkId[],
): readonly NftPlace[] | undefined {
  const places: NftPlace[] = []
  for (const part of cursor.split('_')) {
    const [, number, start, again] = pattern.exec(part) ?? []
    const index = asked.findIndex((chainId) => numberOf(chainId) === number)
    const chainId = asked[index]
    if (chainId === undefined) return undefined
    if (start === rest) places.push(...asked.slice(index).map((one) => ({ chainId: one })))
    else places.push({ chainId, after: start === nothing ? undefined : start, again })
  }
  const isTwice = new Set(places.map(({ chainId }) => chainId)).size < places.length
  return isTwice ? undefined : places
}

function numberOf(chainId: CaipNetworkId): string {
  return chainId.slice('eip155:'.length)
}

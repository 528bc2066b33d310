import { type AddressShape, addressShape } from '../../protocol/addressShape.js'
import { addressLeadingCharacters, addressTrailingCharacters } from '../../protocol/constants.js'

/** From how many characters on two addresses are taken for one another. */
const likeness = 7

/**
 * The known address that another one could be taken for, and is not. Such addresses are made to be copied out of a
 * history by mistake: their makers try keys until both ends, where people look, are those of an address that was paid.
 *
 * Two look alike from 7 characters on: of the 10 that the modal shows of an address, wherever they stand, or of both
 * ends together, because other apps show more of one end. `AbC` looks like `abc`, also where they are two addresses.
 */
export function lookalikeOf(
  address: string,
  known: readonly string[],
  { isSame, shapeOf = addressShape }: lookalikeOf.Family,
): string | undefined {
  const body = bodyOf(address, shapeOf)
  return known.find((other) => !isSame(other) && looksLike(body, bodyOf(other, shapeOf)))
}

export declare namespace lookalikeOf {
  type Family = {
    /** Whether another address is this one. */
    readonly isSame: (other: string) => boolean
    readonly shapeOf?: ((address: string) => AddressShape) | undefined
  }
}

function looksLike(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  // Shorter than what is shown of it: there is no middle that anybody could miss.
  if (length <= addressLeadingCharacters + addressTrailingCharacters) return false
  let shown = 0
  for (let index = 0; index < addressLeadingCharacters; index++) if (a[index] === b[index]) shown++
  for (let index = 1; index <= addressTrailingCharacters; index++) if (a.at(-index) === b.at(-index)) shown++
  return shown >= likeness || endsOf(a, b) >= likeness
}

/** How many characters are the same from the start on, and from the end on, together. */
function endsOf(a: string, b: string): number {
  const [one, other] = [[...a], [...b]]
  return commonStart(one, other) + commonStart(one.reverse(), other.reverse())
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((character, index) => character !== b[index])
  return end === -1 ? a.length : end
}

/** What tells an address from others of its kind, as the eye reads it. */
function bodyOf(address: string, shapeOf: (address: string) => AddressShape): string {
  // Stryker disable next-line MethodExpression: small letters or capitals, the same are the same.
  return address.slice(shapeOf(address).prefixLength).toLowerCase()
}

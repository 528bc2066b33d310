import { addressLeadingCharacters, addressTrailingCharacters } from './constants.js'

/** From how many characters on two addresses are taken for one another. */
const likeness = 7

/**
 * Whether an address could be taken for another one: see {@link hasLikeEnds}. Many contracts chose addresses with leading
 * zeros, so zeros that both have count only as far as the modal shows them.
 *
 * Pass what tells addresses of a kind apart: without the prefix that all share, in lower case.
 */
export function looksLike(a: string, b: string): boolean {
  const surplus = Math.max(0, Math.min(zerosOf(a), zerosOf(b)) - addressLeadingCharacters)
  return hasLikeEnds(a.slice(surplus), b.slice(surplus))
}

const zerosOf = (text: string) => text.length - text.replace(/^0+/, '').length

/**
 * Whether 7 characters are the same of the 10 that the modal shows of an address, wherever they stand, or of both ends
 * together, because other apps show more of one end. Only the first and the last 7 characters matter.
 *
 * Takes what {@link looksLike} takes, and is true for all addresses for which that is.
 */
export function hasLikeEnds(a: string, b: string): boolean {
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

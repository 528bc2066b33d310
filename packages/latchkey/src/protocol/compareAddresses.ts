import { type AddressShape, addressShape } from './addressShape.js'

/** A stretch of an address that is, or is not, what another one has in the same place. */
export type AddressPart = { readonly text: string; readonly isDifferent: boolean }

/**
 * An address cut into what it shares with another and what it does not, in order. Where both are equally long, character
 * by character; else what they share at both ends, and all between is different.
 */
export function compareAddresses(
  address: string,
  other: string,
  { isCaseless }: AddressShape = addressShape(address),
): readonly AddressPart[] {
  const [a, b] = isCaseless ? [address.toLowerCase(), other.toLowerCase()] : [address, other]
  const parts: { text: string; isDifferent: boolean }[] = []
  for (const [index, text] of [...address].entries()) {
    const isDifferent = isDifferentAt(a, b, index)
    const last = parts.at(-1)
    if (last?.isDifferent === isDifferent) last.text += text
    else parts.push({ text, isDifferent })
  }
  return parts
}

function isDifferentAt(a: string, b: string, index: number): boolean {
  if (a.length === b.length) return a[index] !== b[index]
  const isInFront = a.slice(0, index + 1) === b.slice(0, index + 1)
  const isInBack = b.endsWith(a.slice(index))
  return !isInFront && !isInBack
}

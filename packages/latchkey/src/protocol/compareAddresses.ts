import { type AddressShape, addressShape } from './addressShape.js'

/** A part of an address that equals, or differs from, the same part of another address. */
export type AddressPart = { readonly text: string; readonly isDifferent: boolean }

/**
 * Splits an address into the parts that equal another address and the parts that differ, in order. Compares addresses
 * of equal length character by character; of others, only the common beginning and end are equal.
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

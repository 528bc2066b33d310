import { base58 } from '@scure/base'
import type { AddressShape } from '../../protocol/addressShape.js'

/**
 * Whether two addresses are of one account, for whichever networks they are written. Both were read before, so their
 * checksums are not computed again.
 */
export function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [accountPart(one), accountPart(other)]
  return first !== undefined && first === second
}

/**
 * All addresses of a network begin alike: with `1` on Polkadot, with `5` on unregistered networks. The shape counts the
 * characters that the least and the greatest account of the network share.
 */
export function addressShape(address: string): AddressShape {
  const bytes = bytesOf(address)
  const length = bytes && prefixLengthOf(bytes)
  if (bytes === undefined || length === undefined) return { prefixLength: 0, isCaseless: false }
  const [least, greatest] = [0, 255].map((fill) =>
    base58.encode(bytes.map((byte, at) => (at < length ? byte : fill))),
  )
  let prefixLength = 0
  while (prefixLength < address.length && least?.[prefixLength] === greatest?.[prefixLength]) prefixLength++
  return { prefixLength, isCaseless: false }
}

/** The number of bytes of the network's prefix; `undefined` if no prefix begins like this. */
export function prefixLengthOf([first]: Uint8Array): number | undefined {
  if (first === undefined || first > 127) return undefined
  return first < 64 ? 1 : 2
}

/** The account of an address, as text; `undefined` if it is none. */
function accountPart(address: string): string | undefined {
  const bytes = bytesOf(address)
  const length = bytes && prefixLengthOf(bytes)
  if (bytes === undefined || length === undefined || bytes.length !== length + 34) return undefined
  return bytes.subarray(length, length + 32).join()
}

function bytesOf(address: string): Uint8Array | undefined {
  try {
    return address.length > 50 ? undefined : base58.decode(address)
  } catch {
    return undefined
  }
}

import { type AddressShape, addressShape } from '../../protocol/addressShape.js'
import { looksLike } from '../../protocol/looksLike.js'

/**
 * The known address that another one could be taken for, and is not. Such addresses are made to be copied out of a
 * history by mistake: their makers try keys until both ends, where people look, are those of an address that was paid.
 *
 * {@link looksLike} says which two. `AbC` looks like `abc`, also where they are two addresses.
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

/** What tells an address from others of its kind, as the eye reads it. */
export function bodyOf(address: string, shapeOf: (address: string) => AddressShape): string {
  // Stryker disable next-line MethodExpression: small letters or capitals, the same are the same.
  return address.slice(shapeOf(address).prefixLength).toLowerCase()
}

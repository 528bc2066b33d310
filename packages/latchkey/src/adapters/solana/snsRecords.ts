import {
  type Address,
  getAddressEncoder,
  getPublicKeyFromAddress,
  getU16Decoder,
  getU32Decoder,
  type SignatureBytes,
  verifySignature,
} from '@solana/kit'
import { addressAt, headerSize, refused } from './snsAccounts.js'

/** A check that the records program has made itself, by an account's signature. */
const signed = 1
// The places of the parts of a version 2 record, in bytes.
const rightAt = headerSize + 2
const lengthAt = headerSize + 4
const ownerAt = headerSize + 8
const rightOwnerAt = ownerAt + 32
const contentAt = rightOwnerAt + 32
const addressSize = 32

/**
 * The address in a `SOL` record of version 2; `undefined` if a former owner of the domain wrote it.
 *
 * @throws `NAME_RESOLUTION_FAILED` if the record is not signed by the domain's owner and by the account that it names.
 */
export function addressInRecord(bytes: Uint8Array, owner: Address): Address | undefined {
  if (bytes.length < contentAt + addressSize) throw refused('the record is too short')
  const isSigned = [headerSize, rightAt].every((offset) => getU16Decoder().decode(bytes, offset) === signed)
  if (!isSigned || getU32Decoder().decode(bytes, lengthAt) !== addressSize) {
    throw refused('the record is not signed by both')
  }
  if (addressAt(bytes, ownerAt) !== owner) return undefined
  const content = addressAt(bytes, contentAt)
  if (addressAt(bytes, rightOwnerAt) !== content)
    throw refused('the account in the record did not agree to it')
  return content
}

/** The address in a `SOL` record of version 1; `undefined` if the domain's owner did not sign it. */
export async function addressInOldRecord(
  bytes: Uint8Array,
  { owner, place }: { readonly owner: Address; readonly place: Address },
): Promise<Address | undefined> {
  const content = bytes.slice(headerSize, headerSize + addressSize)
  const signature = bytes.slice(headerSize + addressSize, headerSize + addressSize + 64)
  if (signature.length < 64) return undefined
  // The owner signs the hexadecimal text of the address and of the record's place.
  const message = new TextEncoder().encode(hexOf([...content, ...getAddressEncoder().encode(place)]))
  const key = await getPublicKeyFromAddress(owner)
  const isOwners = await verifySignature(key, signature as SignatureBytes, message)
  return isOwners ? addressAt(content, 0) : undefined
}

const hexOf = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')

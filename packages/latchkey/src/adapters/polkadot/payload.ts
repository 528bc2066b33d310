import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { compact } from '@polkadot-api/substrate-bindings'
import type { Transfer } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import type { SignerPayload } from './provider.js'
import type { Runtime } from './runtime.js'
import { readSs58 } from './ss58.js'
import { encodeTransfer, signedVersion } from './transferCall.js'

/** A transfer may get into the blocks up to so many after the one that it names, and into none after those. */
export const lifetime = 64

/** The last block that may contain a transfer asked for at a height. */
export const lastBlockOf = (height: number) => height + lifetime - 1

/** The terms of one transaction, besides its call. */
export type Terms = {
  readonly runtime: Runtime
  readonly networkId: CaipNetworkId
  readonly transfer: Transfer
  readonly nonce: number
  readonly height: number
  /** The hash of the block at the height. */
  readonly blockHash: string
  readonly genesisHash: string
  /** Whether the signature covers a hash of the metadata. @default it does not */
  readonly hasMetadataHash?: boolean
}

/** The request to the wallet: what it signs is made of this alone. */
export function payloadOf({
  runtime,
  networkId,
  transfer,
  nonce,
  height,
  blockHash,
  genesisHash,
}: Terms): SignerPayload {
  return {
    address: transfer.from,
    blockHash,
    blockNumber: number(height),
    era: `0x${bytesToHex(eraOf(height))}`,
    genesisHash,
    method: `0x${bytesToHex(encodeTransfer(runtime, transfer, networkId))}`,
    nonce: number(nonce),
    signedExtensions: [...runtime.extensions],
    specVersion: number(runtime.specVersion),
    tip: `0x${'0'.repeat(32)}`,
    transactionVersion: number(runtime.transactionVersion),
    version: 4,
    mode: 0,
    withSignedTransaction: true,
  }
}

/** The transaction with its signature, ready for a node. */
export function transactionOf(
  terms: Omit<Terms, 'blockHash' | 'genesisHash'>,
  signature: Uint8Array,
): Uint8Array {
  const { runtime, transfer, networkId } = terms
  const sender = readSs58(transfer.from)
  if (sender === undefined) throw accountError('ADDRESS_NOT_FOUND')
  const body = concatBytes(
    // The sender's address is one of the kind `Id`, the first.
    Uint8Array.of(signedVersion, 0),
    sender.accountId,
    signature,
    ...runtime.extensions.map((name) => extensionOf(name, terms)),
    encodeTransfer(runtime, transfer, networkId),
  )
  return concatBytes(compact.enc(body.length), body)
}

/**
 * Whether a transaction that the wallet made itself, as hardware wallets need it, is the kit's own, byte by byte: with
 * any signature, which may cover a hash of the metadata.
 */
export function isOwnTransaction(terms: Omit<Terms, 'blockHash' | 'genesisHash'>, made: Uint8Array): boolean {
  // Before the signature come two bytes of length, the version, the address's kind and the account.
  const signature = made.slice(36, 36 + 1 + (signatureKinds[made[36] ?? signatureKinds.length]?.length ?? 0))
  return [false, true].some(
    (hasMetadataHash) =>
      bytesToHex(transactionOf({ ...terms, hasMetadataHash }, signature)) === bytesToHex(made),
  )
}

/**
 * Checks that the kit knows each signed extension of the chain, that the hash of the metadata may be left out, and that
 * they stand in the order that all chains use. A node tells the order, and may lie.
 *
 * @throws `TRANSFER_REFUSED`
 */
export function checkExtensions({ metadata, builder, extensions }: Runtime): void {
  for (const { identifier, type, additionalSigned } of metadata.extrinsic.signedExtensions[0] ?? []) {
    // A chain that takes no transaction without the hash of its metadata: only such a hash fits there.
    const isDemanded =
      identifier === 'CheckMetadataHash' &&
      !isNothing(() => builder.buildDefinition(additionalSigned).enc(undefined), 1)
    if (isDemanded) throw accountError('TRANSFER_REFUSED', { details: identifier })
    if (extensionsWithData.has(identifier)) continue
    // A type without data encodes to nothing.
    const isEmpty = isNothing(() => builder.buildDefinition(type).enc(undefined))
    if (!isEmpty) throw accountError('TRANSFER_REFUSED', { details: identifier })
  }
  const ranks = extensions.flatMap((name) => extensionsWithData.get(name) ?? [])
  // In another order the signed bytes would be a transaction with another meaning: the nonce would be the tip.
  const isInOrder = ranks.every((rank, at) => at === 0 || rank > (ranks[at - 1] ?? 0))
  if (!isInOrder || ranks[0] !== 0 || ranks[1] !== 1) {
    throw accountError('TRANSFER_REFUSED', { details: extensions.join() })
  }
}

/** Whether a type has a form of this length, with zeros, for what is not there. */
function isNothing(encode: () => Uint8Array, length = 0): boolean {
  try {
    const bytes = encode()
    return bytes.length === length && bytes.every((byte) => byte === 0)
  } catch {
    return false
  }
}

/** Each with its place: all chains have the era first, then the nonce, the tip, and the mode of the metadata's hash. */
const extensionsWithData = new Map([
  ['CheckMortality', 0],
  ['CheckNonce', 1],
  ['ChargeTransactionPayment', 2],
  ['ChargeAssetTxPayment', 2],
  ['CheckMetadataHash', 3],
])

/** What a transaction itself contains of an extension. */
function extensionOf(
  name: string,
  { nonce, height, hasMetadataHash = false }: Pick<Terms, 'nonce' | 'height' | 'hasMetadataHash'>,
): Uint8Array {
  switch (name) {
    case 'CheckMortality':
      return eraOf(height)
    case 'CheckNonce':
      return compact.enc(nonce)
    // No tip, and the fee in the network's own coin.
    case 'ChargeTransactionPayment':
      return Uint8Array.of(0)
    case 'ChargeAssetTxPayment':
      return Uint8Array.of(0, 0)
    case 'CheckMetadataHash':
      return Uint8Array.of(hasMetadataHash ? 1 : 0)
    default:
      return new Uint8Array()
  }
}

/** The era of a mortal transaction: its period's exponent, less one, and the height's place in the period. */
function eraOf(height: number): Uint8Array {
  const encoded = (Math.log2(lifetime) - 1) | ((height % lifetime) << 4)
  return Uint8Array.of(encoded & 255, encoded >> 8)
}

/** Signers take numbers as hexadecimal of at least four bytes. */
const number = (value: number) => `0x${value.toString(16).padStart(8, '0')}`

/** The kinds of `MultiSignature`, in order, and the lengths of their signatures. */
const signatureKinds = [
  { type: 'ed25519', length: 64 },
  { type: 'sr25519', length: 64 },
  { type: 'ecdsa', length: 65 },
]

/**
 * Whether the kind of an account's key says how its signatures are read. Wallets may have keys of other kinds, and over
 * the connection protocol they name none.
 */
export const isKnownKind = (accountType: string | undefined): boolean =>
  signatureKinds.some(({ type }) => type === accountType)

/**
 * Returns a signature with its kind in front, which the wallet may have left out. Without a known kind of the account
 * there may be several readings: which one is right, only the chain can tell. Empty if it fits no kind.
 */
export function withKind(signature: `0x${string}`, accountType?: string): readonly Uint8Array[] {
  const bytes = hexToBytes(signature.slice(2))
  const isKnown = isKnownKind(accountType)
  const named = signatureKinds[bytes[0] ?? signatureKinds.length]
  const asNamed = named?.length === bytes.length - 1 ? [bytes] : []
  const fitting = signatureKinds.flatMap(({ type, length }, kind) =>
    length === bytes.length && (!isKnown || type === accountType) ? [Uint8Array.of(kind, ...bytes)] : [],
  )
  // With a known kind, its own form counts first.
  return isKnown ? [...fitting, ...asNamed].slice(0, 1) : [...asNamed, ...fitting]
}

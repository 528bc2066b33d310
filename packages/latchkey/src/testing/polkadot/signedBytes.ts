import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** The parts of a request to sign a transaction (`SignerPayloadJSON` of polkadot-js) that the signature covers. */
export type PolkadotPayload = {
  readonly blockHash: string
  readonly era: string
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly signedExtensions: readonly string[]
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
}

const nothing = new Uint8Array()
const bytesOf = (hex: string) => hexToBytes(hex.replace(/^0x/, ''))

/** What each extension puts into the transaction, and what it has signed besides. Others put in and sign nothing. */
const extensions: {
  readonly [name: string]: (payload: PolkadotPayload) => readonly [inside: Uint8Array, besides: Uint8Array]
} = {
  CheckSpecVersion: ({ specVersion }) => [nothing, fourBytes(specVersion)],
  CheckTxVersion: ({ transactionVersion }) => [nothing, fourBytes(transactionVersion)],
  CheckGenesis: ({ genesisHash }) => [nothing, bytesOf(genesisHash)],
  CheckMortality: ({ era, blockHash }) => [bytesOf(era), bytesOf(blockHash)],
  CheckNonce: ({ nonce }) => [compact(BigInt(nonce)), nothing],
  ChargeTransactionPayment: ({ tip }) => [compact(BigInt(tip)), nothing],
  // The fee is paid in the network's own coin.
  ChargeAssetTxPayment: ({ tip }) => [concatBytes(compact(BigInt(tip)), Uint8Array.of(0)), nothing],
  // No hash of the metadata is signed.
  CheckMetadataHash: () => [Uint8Array.of(0), Uint8Array.of(0)],
}

/** The bytes that a Polkadot wallet signs for a transaction: its hash, if they are more than 256. */
export function signedBytes(payload: PolkadotPayload): Uint8Array {
  const parts = payload.signedExtensions.map((name) => extensions[name]?.(payload) ?? [nothing, nothing])
  const bytes = concatBytes(
    bytesOf(payload.method),
    ...parts.map(([inside]) => inside),
    ...parts.map(([, besides]) => besides),
  )
  return bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes
}

/** A number in SCALE's compact form. */
export function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return littleEndian(value << 2n, 1)
  if (value < 1n << 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return littleEndian((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), littleEndian(value, length))
}

function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
}

const fourBytes = (hex: string) => littleEndian(BigInt(hex), 4)

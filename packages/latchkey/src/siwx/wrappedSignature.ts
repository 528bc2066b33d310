import {
  concatHex,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  parseAbiParameters,
  parseSignature,
  size,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashAuthorization } from 'viem/utils'

/** The account that signs {@link wrapped}, and the contract that it delegates to. */
export const owner = privateKeyToAccount(`0x${'33'.repeat(32)}`)
export const contract: Hex = '0xC0C0c0c0C0C0c0c0c0C0c0C0C0C0C0C0C0C0c0c0'
/** The suffix of an ERC-8010 signature. */
export const magic: Hex = `0x${'8010'.repeat(16)}`
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

type Told = {
  readonly by?: typeof owner
  readonly chainId?: number
  readonly nonce?: bigint
  readonly data?: Hex
  readonly inner?: Hex
  readonly isHigh?: boolean
  /** Replaces the declared length of the wrapping part, to test a false one. */
  readonly lengthOf?: (right: number, whole: number) => number
}

/**
 * Makes a signature of an account that is not delegated to its contract yet (ERC-8010), valid but for the given
 * changes.
 */
export async function wrapped({
  by = owner,
  chainId = 31337,
  nonce = 0n,
  data = '0x',
  inner = '0x1234',
  isHigh = false,
  lengthOf = (right) => right,
}: Told = {}): Promise<Hex> {
  const hash = hashAuthorization({ chainId, nonce: nonce as never, address: contract })
  const { r, s, yParity } = parseSignature(await by.sign({ hash }))
  const part = encodeAbiParameters(
    parseAbiParameters([
      'Authorization authorization, address to, bytes data',
      'struct Authorization { uint256 chainId; address delegation; uint256 nonce; uint8 yParity; uint256 r; uint256 s; }',
    ]),
    [
      {
        chainId: BigInt(chainId),
        delegation: contract,
        nonce,
        yParity: isHigh ? 1 - yParity : yParity,
        r: BigInt(r),
        s: isHigh ? order - BigInt(s) : BigInt(s),
      },
      contract,
      data,
    ],
  )
  const length = lengthOf(size(part), size(concatHex([inner, part])) + 64)
  return concatHex([inner, part, numberToHex(length, { size: 32 }), magic])
}

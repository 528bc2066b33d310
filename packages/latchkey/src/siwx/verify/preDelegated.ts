import { hexToBytes } from '@noble/hashes/utils.js'
import { addressOfSigner, isHigh } from './keySignature.js'

type Hex = `0x${string}`

export type PreDelegated = {
  /** The signature that the contract checks. */
  readonly signature: Hex
  /** In the format of `eth_call`. */
  readonly authorization: {
    readonly address: Hex
    readonly chainId: Hex
    readonly nonce: Hex
    readonly yParity: Hex
    readonly r: Hex
    readonly s: Hex
  }
  /** A call that sets the account up before its contract checks the signature. */
  readonly prepare: { readonly to: Hex; readonly data: Hex } | undefined
}

/**
 * Parses a signature of an account that is not delegated to its contract yet (ERC-8010): the contract's signature, then
 * an authorization (EIP-7702) and a call that sets the account up, the length of both and a magic word.
 *
 * @returns `undefined` if it is malformed, or if the authorization is not by the account's own key or not for the chain
 *   of the message (0 is any chain).
 */
export async function readPreDelegated({
  address,
  chainId,
  signature,
}: {
  readonly address: Hex
  readonly chainId: bigint
  readonly signature: Hex
}): Promise<PreDelegated | undefined> {
  const { decodeAbiParameters, numberToHex, parseAbiParameters } = await import('viem')
  try {
    const end = signature.length - 128
    const start = end - Number(BigInt(`0x${signature.slice(end, -64)}`)) * 2
    // A false length: the wrapped part would begin before the signature does.
    if (start < 2) return undefined
    const [told, to, data] = decodeAbiParameters(
      parseAbiParameters([
        'Authorization authorization, address to, bytes data',
        'struct Authorization { uint256 chainId; address delegation; uint256 nonce; uint8 yParity; uint256 r; uint256 s; }',
      ]),
      hexToBytes(signature.slice(start, end)),
    )
    if (told.chainId !== 0n && told.chainId !== chainId) return undefined
    if (told.nonce >= 2n ** 64n - 1n) return undefined
    // Stryker disable next-line ConditionalExpression: of a signature with another parity there is no key that fits.
    if (told.yParity > 1) return undefined
    const authorization = {
      address: told.delegation,
      chainId: numberToHex(told.chainId),
      nonce: numberToHex(told.nonce),
      yParity: numberToHex(told.yParity),
      r: numberToHex(told.r),
      s: numberToHex(told.s),
    }
    if (!(await isByKeyOf(address, authorization))) return undefined
    const prepare = data === '0x' ? undefined : { to, data }
    return { signature: `0x${signature.slice(2, start)}`, authorization, prepare }
  } catch {
    // The bytes are not such a record, or no key can produce the numbers.
    return undefined
  }
}

/** Checks that the account's own key signed its authorization, in the form that chains accept (EIP-7702: low s). */
async function isByKeyOf(address: Hex, authorization: PreDelegated['authorization']): Promise<boolean> {
  const { concatHex, keccak256, toRlp } = await import('viem')
  const { chainId, nonce, address: delegation, yParity, r, s } = authorization
  const number = (hex: Hex): Hex => (BigInt(hex) === 0n ? '0x' : hex)
  const hash = keccak256(concatHex(['0x05', toRlp([number(chainId), delegation, number(nonce)])]))
  const compact = hexToBytes(`${r.slice(2).padStart(64, '0')}${s.slice(2).padStart(64, '0')}`)
  if (isHigh(compact)) return false
  const signer = addressOfSigner(hexToBytes(hash.slice(2)), { compact, recovery: Number(yParity) })
  return signer === address.toLowerCase()
}

import { type Hex, keccak256, serializeTransaction, type TransactionSerializable } from 'viem'
import { bytesToHex, hashAuthorization, hexToBytes } from 'viem/utils'
import type { DigestSigner } from './Signers.js'

/** What a transaction may cost per unit of gas. Amounts are JSON-RPC quantities, in wei. */
export type Fee =
  | { readonly type: 'legacy'; readonly gasPrice: Hex }
  | { readonly type: 'eip1559'; readonly maxFeePerGas: Hex; readonly maxPriorityFeePerGas: Hex }

/** To whom the account delegates with a transaction or an operation (EIP-7702). */
export type Authorization = { readonly chainId: number; readonly address: Hex; readonly nonce: number }

/** A transaction of the wallet's account with everything that is signed. JSON. */
export type PlannedTransaction = {
  readonly chainId: number
  readonly nonce: number
  /** Absent if it creates a contract. */
  readonly to?: Hex | undefined
  readonly value: Hex
  readonly data: Hex
  readonly gas: Hex
  readonly fee: Fee
  readonly accessList?: readonly AccessListEntry[] | undefined
  readonly authorization?: Authorization | undefined
}

export type AccessListEntry = { readonly address: Hex; readonly storageKeys: readonly Hex[] }

export type Signature = { readonly r: Hex; readonly s: Hex; readonly yParity: 0 | 1 }
export type SignedAuthorization = Authorization & Signature

/** What a transaction costs at most, in wei. */
export function mostFee({ gas, fee }: Pick<PlannedTransaction, 'gas' | 'fee'>): bigint {
  return BigInt(gas) * BigInt(fee.type === 'legacy' ? fee.gasPrice : fee.maxFeePerGas)
}

/** Signs a transaction, and before it the authorization that it carries. */
export async function signTransaction(
  planned: PlannedTransaction,
  signer: DigestSigner,
): Promise<{ readonly bytes: Hex; readonly hash: Hex }> {
  const list = planned.authorization && [await signAuthorization(planned.authorization, signer)]
  const unsigned = serializable(planned, list)
  const { r, s, yParity } = await signHash(keccak256(serializeTransaction(unsigned)), signer)
  // viem reads `v` for legacy transactions and `yParity` for the others.
  const bytes = serializeTransaction(unsigned, { r, s, yParity, v: BigInt(27 + yParity) })
  return { bytes, hash: keccak256(bytes) }
}

export async function signAuthorization(
  authorization: Authorization,
  signer: DigestSigner,
): Promise<SignedAuthorization> {
  const { chainId, address, nonce } = authorization
  // 0 would be valid on every chain.
  if (!(chainId > 0)) throw new TypeError('an authorization is for one chain')
  return { ...authorization, ...(await signHash(hashAuthorization({ chainId, address, nonce }), signer)) }
}

export async function signHash(hash: Hex, signer: DigestSigner): Promise<Signature> {
  const bytes = await signer.signDigest(hexToBytes(hash))
  if (bytes.length !== 65) throw new TypeError('the signer returned no signature')
  return {
    r: bytesToHex(bytes.subarray(0, 32)),
    s: bytesToHex(bytes.subarray(32, 64)),
    yParity: bytes[64] === 0 ? 0 : 1,
  }
}

/** A signature in the 65 bytes that contracts and verifiers read: r, s, and 27 or 28. */
export function toRecoverable({ r, s, yParity }: Signature): Hex {
  return `0x${r.slice(2)}${s.slice(2)}${(27 + yParity).toString(16)}`
}

function serializable(
  { chainId, nonce, to, value, data, gas, fee, accessList }: PlannedTransaction,
  authorizationList: readonly SignedAuthorization[] | undefined,
): TransactionSerializable {
  const base = {
    ...{ chainId, nonce, data, value: BigInt(value), gas: BigInt(gas) },
    ...(to === undefined ? {} : { to }),
  }
  if (fee.type === 'legacy') return { ...base, type: 'legacy', gasPrice: BigInt(fee.gasPrice) }
  const priced = {
    ...base,
    maxFeePerGas: BigInt(fee.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fee.maxPriorityFeePerGas),
    accessList: accessList ?? [],
  }
  if (authorizationList === undefined) return { ...priced, type: 'eip1559' }
  return { ...priced, type: 'eip7702', authorizationList }
}

import { concatHex, encodeAbiParameters, type Hex, keccak256, padHex, stringToHex } from 'viem'
import { entryPoint } from '../delegate.js'
import { quantity } from '../hex.js'
import {
  type Authorization,
  type SignedAuthorization,
  signAuthorization,
  signHash,
  toRecoverable,
} from '../PlannedTransaction.js'
import type { DigestSigner } from '../Signers.js'

/** An operation of a smart account (ERC-4337 v0.8) with everything that is signed. JSON; numbers are quantities. */
export type Operation = {
  readonly sender: Hex
  readonly nonce: Hex
  readonly callData: Hex
  readonly callGasLimit: Hex
  readonly verificationGasLimit: Hex
  readonly preVerificationGas: Hex
  readonly maxFeePerGas: Hex
  readonly maxPriorityFeePerGas: Hex
  readonly paymaster?: Paymaster | undefined
  /** The account delegates with this operation, because it has not yet. */
  readonly authorization?: Authorization | undefined
}

/** Who pays, with the limits of its own work (ERC-7677). */
export type Paymaster = {
  readonly address: Hex
  readonly data: Hex
  readonly verificationGasLimit: Hex
  readonly postOpGasLimit: Hex
  readonly name?: string | undefined
}

/** Stands for the initial code of an account that delegates (EIP-7702): there is nothing to create. */
const delegatedMarker = '0x7702'

/** What an operation costs at most, in wei. */
export function mostOperationFee(operation: Operation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, paymaster, maxFeePerGas } = operation
  const own = BigInt(callGasLimit) + BigInt(verificationGasLimit) + BigInt(preVerificationGas)
  const others = paymaster ? BigInt(paymaster.verificationGasLimit) + BigInt(paymaster.postOpGasLimit) : 0n
  return (own + others) * BigInt(maxFeePerGas)
}

/** The hash that the account signs: EIP-712 with the entry point's domain. */
export function operationHash(operation: Operation, chainId: number): Hex {
  const { sender, nonce, callData, preVerificationGas, paymaster, authorization } = operation
  const initCode = authorization?.address ?? '0x'
  const struct = encodeAbiParameters(structTypes, [
    structHash,
    sender,
    BigInt(nonce),
    keccak256(initCode),
    keccak256(callData),
    twoNumbers(operation.verificationGasLimit, operation.callGasLimit),
    BigInt(preVerificationGas),
    twoNumbers(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
    keccak256(paymasterBytes(paymaster)),
  ])
  const domain = encodeAbiParameters(domainTypes, [
    domainHash,
    keccak256(stringToHex('ERC4337')),
    keccak256(stringToHex('1')),
    BigInt(chainId),
    entryPoint,
  ])
  return keccak256(concatHex(['0x1901', keccak256(domain), keccak256(struct)]))
}

/** An operation as bundlers and paymasters read it (ERC-7769). */
export function wireOperation(
  { paymaster, authorization, ...rest }: Operation,
  signature: Hex,
  signed?: SignedAuthorization,
): { readonly [name: string]: unknown } {
  return {
    ...rest,
    signature,
    ...(authorization === undefined
      ? {}
      : {
          factory: delegatedMarker,
          factoryData: '0x',
          eip7702Auth: wireAuthorization(authorization, signed),
        }),
    ...(paymaster === undefined
      ? {}
      : {
          paymaster: paymaster.address,
          paymasterData: paymaster.data,
          paymasterVerificationGasLimit: paymaster.verificationGasLimit,
          paymasterPostOpGasLimit: paymaster.postOpGasLimit,
        }),
  }
}

/** Signs an operation, and the authorization that it carries; returns what the bundler gets. */
export async function signOperation(operation: Operation, chainId: number, signer: DigestSigner) {
  const hash = operationHash(operation, chainId)
  const signed = operation.authorization && (await signAuthorization(operation.authorization, signer))
  const signature = toRecoverable(await signHash(hash, signer))
  return { hash, wire: wireOperation(operation, signature, signed) }
}

/** Has the form of a signature, for estimates: a bundler refuses an operation without one. */
export const placeholderSignature: Hex = `0x${'f'.repeat(31)}0${'0'.repeat(32)}7${'a'.repeat(63)}1c`

function wireAuthorization({ chainId, address, nonce }: Authorization, signed?: SignedAuthorization) {
  return {
    chainId: quantity(chainId),
    address,
    nonce: quantity(nonce),
    r: signed?.r ?? padHex('0x', { size: 32 }),
    s: signed?.s ?? padHex('0x', { size: 32 }),
    yParity: quantity(signed?.yParity ?? 0),
  }
}

function paymasterBytes(paymaster: Paymaster | undefined): Hex {
  if (paymaster === undefined) return '0x'
  const limits = twoNumbers(paymaster.verificationGasLimit, paymaster.postOpGasLimit)
  return concatHex([paymaster.address, limits, paymaster.data])
}

const twoNumbers = (first: Hex, second: Hex): Hex =>
  concatHex([padHex(quantity(BigInt(first)), { size: 16 }), padHex(quantity(BigInt(second)), { size: 16 })])

const structHash = keccakOf(
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,' +
    'uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
)
const domainHash = keccakOf(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)
function keccakOf(text: string): Hex {
  return keccak256(stringToHex(text))
}

const word = { type: 'bytes32' } as const
const number = { type: 'uint256' } as const
const address = { type: 'address' } as const
const structTypes = [word, address, number, word, word, word, number, word, word] as const
const domainTypes = [word, word, word, number, address] as const

import { type Address, hexToBigInt, hexToNumber, isHex, type SignedAuthorization } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'

/** An operation of an account as JSON-RPC writes it: numbers in hex, an authorization as `eip7702Auth`. */
export type WireOperation = { readonly [name: string]: unknown }

export type ReadOperation = {
  readonly operation: UserOperation<'0.8'>
  readonly authorization: SignedAuthorization | undefined
}

const numbers = [
  ...['nonce', 'callGasLimit', 'verificationGasLimit', 'preVerificationGas', 'maxFeePerGas'],
  ...['maxPriorityFeePerGas', 'paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'],
] as const
const texts = [
  'sender',
  'callData',
  'signature',
  'paymaster',
  'paymasterData',
  'factory',
  'factoryData',
] as const

/** Reads an operation from a request. @throws an `Error` that names the malformed field */
export function readOperation(wire: WireOperation): ReadOperation {
  const operation: Record<string, unknown> = { callData: '0x', signature: '0x' }
  for (const name of [...numbers, ...texts]) {
    const value = wire[name]
    if (value === undefined || value === null) continue
    if (!isHex(value)) throw new Error(`${name} is not hex`)
    operation[name] = (numbers as readonly string[]).includes(name) ? hexToBigInt(value) : value
  }
  for (const name of ['callGasLimit', 'verificationGasLimit', 'preVerificationGas', 'nonce']) {
    operation[name] ??= 0n
  }
  operation.maxFeePerGas ??= 0n
  operation.maxPriorityFeePerGas ??= 0n
  if (operation.sender === undefined) throw new Error('sender is missing')
  const authorization = readAuthorization(wire.eip7702Auth)
  if (authorization !== undefined) operation.authorization = authorization
  return { operation: operation as unknown as UserOperation<'0.8'>, authorization }
}

function readAuthorization(wire: unknown): SignedAuthorization | undefined {
  if (wire === undefined || wire === null) return undefined
  const { address, chainId, nonce, r, s, yParity } = wire as { readonly [name: string]: `0x${string}` }
  return {
    address: address as Address,
    chainId: hexToNumber(chainId ?? '0x'),
    nonce: hexToNumber(nonce ?? '0x'),
    r: r ?? '0x',
    s: s ?? '0x',
    yParity: hexToNumber(yParity ?? '0x'),
  }
}

import fc from 'fast-check'
import { getAddress, type Hex, toHex } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { delegateAddress, entryPoint } from '../delegate.js'
import { mostOperationFee, type Operation, operationHash, placeholderSignature } from './Operation.js'

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const gas = fc.bigInt({ min: 0n, max: 2n ** 64n }).map((value) => toHex(value))
const address = hex(20).map((one) => getAddress(one))

const operations = fc.record({
  sender: address,
  nonce: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) => toHex(value)),
  callData: fc.nat({ max: 100 }).chain(hex),
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: gas,
  maxFeePerGas: gas,
  maxPriorityFeePerGas: gas,
  paymaster: fc.option(
    fc.record({
      address,
      data: fc.nat({ max: 60 }).chain(hex),
      verificationGasLimit: gas,
      postOpGasLimit: gas,
    }),
    { nil: undefined },
  ),
  authorization: fc.option(fc.constant({ chainId: 1, address: delegateAddress as Hex, nonce: 3 }), {
    nil: undefined,
  }),
})

test('the hash is that of viem, with and without a paymaster and a delegation', () => {
  fc.assert(
    fc.property(operations, fc.constantFrom(1, 31337), (operation, chainId) => {
      const { paymaster, authorization, ...rest } = operation as Operation
      const numbers = Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [
          name,
          name === 'sender' || name === 'callData' ? value : BigInt(value as Hex),
        ]),
      )
      const theirs = getUserOperationHash({
        chainId,
        entryPointAddress: entryPoint,
        entryPointVersion: '0.8',
        userOperation: {
          ...(numbers as never as object),
          signature: '0x',
          ...(authorization === undefined
            ? {}
            : { authorization: authorization as never, factory: '0x7702' }),
          ...(paymaster === undefined
            ? {}
            : {
                paymaster: paymaster.address,
                paymasterData: paymaster.data,
                paymasterVerificationGasLimit: BigInt(paymaster.verificationGasLimit),
                paymasterPostOpGasLimit: BigInt(paymaster.postOpGasLimit),
              }),
        } as never,
      })
      expect(operationHash(operation, chainId)).toBe(theirs)
    }),
    { numRuns: Number(process.env.LONG_RUNS ?? 100) },
  )
})

test('the most that it costs counts every limit', () => {
  const base = { sender: entryPoint, nonce: '0x0', callData: '0x' } as const
  const limits = { callGasLimit: '0x1', verificationGasLimit: '0x2', preVerificationGas: '0x3' } as const
  const operation: Operation = { ...base, ...limits, maxFeePerGas: '0xa', maxPriorityFeePerGas: '0x1' }
  expect(mostOperationFee(operation)).toBe(60n)
  const paymaster = {
    address: entryPoint,
    data: '0x',
    verificationGasLimit: '0x4',
    postOpGasLimit: '0x5',
  } as const
  expect(mostOperationFee({ ...operation, paymaster })).toBe(150n)
})

test('the placeholder has the form of a signature', () => {
  expect(placeholderSignature).toMatch(/^0x[0-9a-f]{130}$/)
})

import fc from 'fast-check'
import { getAddress, type Hex, keccak256, parseTransaction, recoverTransactionAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { signersOf, visitorKey } from '../testing/testWallet.js'
import { type PlannedTransaction, signAuthorization, signTransaction } from './PlannedTransaction.js'

const account = privateKeyToAccount(visitorKey)
const { eip155 } = signersOf(visitorKey)
const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const amount = fc.bigInt({ min: 0n, max: 2n ** 100n }).map((value) => toHex(value))

const planned = fc.record({
  chainId: fc.constantFrom(1, 31337, 8453),
  nonce: fc.nat(),
  to: fc.option(
    hex(20).map((one) => getAddress(one)),
    { nil: undefined },
  ),
  value: amount,
  data: fc.nat({ max: 80 }).chain(hex),
  gas: fc.integer({ min: 21_000, max: 10_000_000 }).map((value) => toHex(value)),
  fee: fc.oneof(
    fc.record({ type: fc.constant('legacy' as const), gasPrice: amount }),
    amount.map((price) => ({
      type: 'eip1559' as const,
      maxFeePerGas: price,
      maxPriorityFeePerGas: '0x1' as Hex,
    })),
  ),
})

test("signed transactions are byte for byte those of viem's own account", async () => {
  await fc.assert(
    fc.asyncProperty(planned, async (one) => {
      const { fee, gas, value, to, ...rest } = one
      const base = { ...rest, value: BigInt(value), gas: BigInt(gas), ...(to === undefined ? {} : { to }) }
      const priced =
        fee.type === 'legacy'
          ? { type: 'legacy' as const, gasPrice: BigInt(fee.gasPrice) }
          : {
              type: 'eip1559' as const,
              maxFeePerGas: BigInt(fee.maxFeePerGas) + 1n,
              maxPriorityFeePerGas: 1n,
            }
      const mine: PlannedTransaction =
        fee.type === 'legacy'
          ? one
          : { ...one, fee: { ...fee, maxFeePerGas: toHex(BigInt(fee.maxFeePerGas) + 1n) } }
      const signed = await signTransaction(mine, eip155)
      expect(signed.bytes).toBe(await account.signTransaction({ ...base, ...priced }))
      expect(signed.hash).toBe(keccak256(signed.bytes))
    }),
    { numRuns: Number(process.env.LONG_RUNS ?? 60) },
  )
})

test('a transaction with an authorization is that of viem, and parses', async () => {
  const contractAddress = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'
  const authorization = { chainId: 31337, address: contractAddress, nonce: 8 } as const
  const fee = { type: 'eip1559', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' } as const
  const { bytes } = await signTransaction(
    {
      chainId: 31337,
      nonce: 7,
      to: account.address,
      value: '0x0',
      data: '0x1234',
      gas: '0x186a0',
      fee,
      authorization,
    },
    eip155,
  )
  const list = [await account.signAuthorization({ chainId: 31337, contractAddress, nonce: 8 })]
  expect(bytes).toBe(
    await account.signTransaction({
      ...{
        type: 'eip7702',
        chainId: 31337,
        nonce: 7,
        to: account.address,
        value: 0n,
        data: '0x1234',
        gas: 100_000n,
      },
      ...{ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n, authorizationList: list },
    }),
  )
  expect(parseTransaction(bytes)).toMatchObject({
    type: 'eip7702',
    authorizationList: [{ address: contractAddress.toLowerCase() }],
  })
  expect(await recoverTransactionAddress({ serializedTransaction: bytes as never })).toBe(account.address)
})

test('error: an authorization for every chain', async () => {
  const everywhere = { chainId: 0, address: account.address, nonce: 0 }
  await expect(signAuthorization(everywhere, eip155)).rejects.toThrow('an authorization is for one chain')
})

import { decodeFunctionData, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

const from = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

// Each test loads the module, so that it fails where the module cannot be loaded.
const load = () => import('./callOf.js')

test('a transfer of the coin has a value and no data', async () => {
  const { callOf } = await load()
  expect(callOf({ from, to, units: 77n })).toEqual({ to, value: 77n, data: undefined })
})

test('a transfer of a token calls its contract, with no coin', async () => {
  const { callOf, tokenAbi } = await load()
  const { data = '0x', ...call } = callOf({ from, to, units: 77n, tokenAddress: dollar })
  expect(call).toEqual({ to: dollar, value: 0n })
  expect(data).toMatch(/^0xa9059cbb[0-9a-f]{128}$/)
  expect(decodeFunctionData({ abi: tokenAbi, data })).toEqual({ functionName: 'transfer', args: [to, 77n] })
})

test('a token is read by the functions of ERC-20', async () => {
  const { tokenAbi } = await load()
  expect(tokenAbi.map((item) => toFunctionSelector(item))).toEqual([
    '0x70a08231',
    '0x313ce567',
    '0x95d89b41',
    '0xa9059cbb',
  ])
})

import { encodeFunctionResult, type Hex, stringToHex, toFunctionSelector } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { tokenAbi } from './callOf.js'
import { isContract, transferFacts } from './transferFacts.js'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const decimals = toFunctionSelector('decimals()')
const symbol = toFunctionSelector('symbol()')

// No node: all is read from the wallet.
const network = (() => {
  const made = defineNetwork({
    ...{ id: 10, name: 'Local', rpcUrl: 'https://node.example/' },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  return { ...made, rpcUrls: { default: { http: [] } } }
})()

const uint = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const text = (value: string) => encodeFunctionResult({ abi: tokenAbi, functionName: 'symbol', result: value })

type Chain = {
  readonly codes?: { readonly [address: string]: unknown }
  readonly calls?: { readonly [selector: string]: Hex | Error }
}
type Question = { readonly method: string; readonly params: readonly unknown[] }

/** A wallet that reads a chain with this code and these answers of the token. */
function walletOf({ codes = { [dollar]: '0x60' }, calls = {} }: Chain) {
  const asked: string[] = []
  const request = async ({ method, params }: Question) => {
    if (method === 'eth_chainId') return '0xa'
    asked.push(method)
    if (method === 'eth_getCode') return codes[String(params[0])] ?? '0x'
    const { to, data } = params[0] as { readonly to: string; readonly data: string }
    expect(to).toBe(dollar)
    const answer = calls[data]
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer')
    return answer
  }
  return { asked, request }
}

const factsOf = (chain: Chain, tokenAddress: string | undefined = dollar) =>
  transferFacts({ network, to: bob, tokenAddress, witness: walletOf(chain) })

describe('the recipient', () => {
  test.each([
    ['an account without code', '0x', false],
    ['an account that delegates to code (EIP-7702)', `0xef0100${'11'.repeat(20)}`, false],
    ['a contract', '0x60', true],
    ['a contract that has those bytes further on', '0x60ef0100', true],
  ])('is %s', async (_, code, is) => {
    const witness = walletOf({ codes: { [bob]: code } })
    expect(await transferFacts({ network, to: bob, witness })).toEqual({ isContract: is })
    expect(witness.asked).toEqual(['eth_getCode'])
  })
})

describe('a token', () => {
  test('has the decimals and the symbol of its contract', async () => {
    expect(await factsOf({ calls: { [decimals]: uint(6), [symbol]: text('USDC') } })).toEqual({
      isContract: false,
      token: { decimals: 6, symbol: 'USDC' },
    })
  })

  test('may have a symbol of bytes, as older ones have', async () => {
    const bytes = stringToHex('MKR', { size: 32 })
    const { token } = await factsOf({ calls: { [decimals]: uint(18), [symbol]: bytes } })
    expect(token).toEqual({ decimals: 18, symbol: 'MKR' })
  })

  test('may have a symbol of any length, of which 32 characters are read', async () => {
    const { token } = await factsOf({ calls: { [decimals]: uint(18), [symbol]: text('x'.repeat(33)) } })
    expect(token?.symbol).toBe('x'.repeat(32))
  })

  test('may have a symbol that cannot be read', async () => {
    const { token } = await factsOf({ calls: { [decimals]: uint(18), [symbol]: '0x1234' } })
    expect(token).toEqual({ decimals: 18 })
  })

  test('error: there is no contract', async () => {
    const reading = factsOf({ codes: {}, calls: { [decimals]: uint(6), [symbol]: text('USDC') } })
    await expect(reading).rejects.toMatchObject({ code: 'TOKEN_UNREADABLE' })
  })

  test('error: its contract answers nothing for its decimals', async () => {
    const reading = factsOf({ calls: { [decimals]: '0x', [symbol]: text('USDC') } })
    await expect(reading).rejects.toMatchObject({ code: 'TOKEN_UNREADABLE', cause: expect.any(Error) })
  })

  test.each([decimals, symbol])('error: nobody answers the question %s', async (missing) => {
    const calls = { [decimals]: uint(6), [symbol]: text('USDC'), [missing]: new Error('gone') }
    await expect(factsOf({ calls })).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
  })
})

test('an address is a contract by the code that a node has for it', async () => {
  const url = 'https://node.example/'
  const at = { network: { ...network, rpcUrls: { default: { http: [url] } } }, address: bob }
  for (const [code, is] of [
    ['0x', false],
    ['0x60', true],
  ] as const) {
    vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: code }))
    expect(await isContract(at)).toBe(is)
  }
  vi.unstubAllGlobals()
})

import { expect, test } from 'vitest'
import type { RpcCall, RpcReply } from '../outbound/post.js'
import { createContracts } from './contracts.js'
import { readHoldings } from './holdings.js'
import { readQuantities } from './nfts/readQuantities.js'
import type { Token } from './tokens.js'

const chainId = 'eip155:31337'
const owner = `0x${'a1'.repeat(20)}` as const
const [one, other] = [`0x${'c3'.repeat(20)}`, `0x${'d4'.repeat(20)}`] as const
const five: RpcReply = { result: `0x${'5'.padStart(64, '0')}` }
const failure = (code: number, message: string): RpcReply => ({ error: { code, message } })

/** A node without Multicall3, and its reply to calls of the second contract. */
function setUp(reply: RpcReply, code: RpcReply = { result: '0x' }) {
  const answer = ({ method, params }: RpcCall): RpcReply => {
    if (method === 'eth_getCode') return code
    if (method === 'eth_getBalance') return { result: '0x1' }
    return JSON.stringify(params).includes(other) ? reply : five
  }
  return createContracts({ chainId, ask: async (calls) => calls.map(answer) })
}
const token = (address: `0x${string}`): Token => ({
  chainId,
  address,
  name: 'T',
  symbol: 'T',
  decimals: 6,
  iconUrl: '',
})
const tokens = [token(one), token(other)] as const
const nfts = [one, other].map((collection) => ({ collection, tokenId: 1n, standard: 'ERC1155' as const }))

const refusals: readonly (readonly [string, RpcReply])[] = [
  ['reverts', failure(3, 'execution reverted')],
  ['reverts without data', failure(-32000, 'execution reverted')],
  ['ends in an old virtual machine', failure(-32015, 'VM execution error.')],
  ['runs an invalid instruction', failure(-32000, 'invalid opcode: INVALID')],
  ['returns nothing', { result: '0x' }],
]
const failures: readonly (readonly [string, RpcReply])[] = [
  ['has an internal error', failure(-32603, 'Internal error')],
  ['misses the block', failure(-32000, 'header not found')],
  ['replies with no data', { result: null }],
]

test.each(refusals)('a token whose contract %s counts as none, and spoils no other', async (_name, reply) => {
  const contracts = setUp(reply)
  expect(await readHoldings(contracts, tokens, owner)).toEqual({ native: 1n, tokens: [5n, undefined] })
  expect(await readQuantities(contracts, nfts, owner)).toEqual([5n, 0n])
})

test.each(failures)(
  'where a node %s for one token, nobody hears that there is none',
  async (_name, reply) => {
    const contracts = setUp(reply)
    await expect(readHoldings(contracts, tokens, owner)).rejects.toMatchObject({ name: 'NodeError' })
    expect(await readQuantities(contracts, nfts, owner)).toEqual([5n, undefined])
  },
)

test('a failed reading of one caller spoils no other caller, although they share a call', async () => {
  const contracts = setUp(failure(-32603, 'Internal error'))
  const [failed, read] = await Promise.allSettled([
    readHoldings(contracts, tokens, owner),
    contracts.read([{ coinOf: owner }]),
  ])
  expect([failed.status, read]).toEqual([
    'rejected',
    { status: 'fulfilled', value: [`0x${'1'.padStart(64, '0')}`] },
  ])
})

test('an error in place of code does not say that the chain has no Multicall3', async () => {
  const contracts = setUp(five, failure(-32603, 'Internal error'))
  await expect(readHoldings(contracts, tokens, owner)).rejects.toMatchObject({ name: 'NodeError' })
})

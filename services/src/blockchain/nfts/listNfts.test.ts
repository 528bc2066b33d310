import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { RpcReply } from '../../outbound/post.js'
import { createTestClock } from '../../testing/createTestClock.js'
import type { Chains } from '../chain.js'
import { createContracts } from '../contracts.js'
import { listNfts } from './listNfts.js'

const chainId = 'eip155:31337'
const owner = getAddress(`0x${'a1'.repeat(20)}`)
const [sound, broken] = [`0x${'c3'.repeat(20)}`, `0x${'d4'.repeat(20)}`] as const
const failure: RpcReply = { error: { code: -32603, message: 'Internal error' } }

/** Lists collectibles of these contracts; the node fails to call the second. */
function list(collections: readonly `0x${string}`[], facts: object = {}) {
  const contracts = createContracts({
    chainId,
    ask: async (calls) =>
      calls.map(({ params }) =>
        JSON.stringify(params).toLowerCase().includes(broken)
          ? failure
          : { result: `0x${'1'.padStart(64, '0')}` },
      ),
  })
  const nfts = { collection: async () => ({ name: 'Art', symbol: 'ART' }), metadata: async () => undefined }
  const value = collections.map((token) => ({ token, tokenId: '1', standard: 'ERC1155' as const }))
  return listNfts({
    chains: new Map([[chainId, { contracts, nfts }]]) as unknown as Chains,
    history: { collectibles: async () => ({ value, source: 'chain', ...facts }) },
    clock: createTestClock(0),
    owner,
    chainId,
    cursor: undefined,
  })
}

test('a contract that a node fails to call hides no other collectible', async () => {
  const { data } = await list([broken, sound])
  expect(data.map(({ collection }) => collection.address)).toEqual([`${chainId}:${getAddress(sound)}`])
})

test('where a node fails to tell all owners, nobody hears that the account has no collectibles', async () => {
  await expect(list([broken])).rejects.toMatchObject({ name: 'NodeError' })
})

test('while the source still reads, or lacks older ones, the list says so, also an empty one', async () => {
  const facts = { reading: { block: 7, share: 0.5 }, lacks: ['older'] }
  expect(await list([], facts)).toEqual({ data: [], next: null, sources: ['chain'], ...facts })
})

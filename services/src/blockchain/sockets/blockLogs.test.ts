import { expect, test } from 'vitest'
import type { RpcCall } from '../../outbound/post.js'
import type { Block } from './Block.js'
import { createBlockLogs } from './blockLogs.js'

test('the logs of a block that needs several queries are in the order of the block', async () => {
  const hash = `0x${'ab'.repeat(32)}`
  const block: Block = { number: 1n, hash, parentHash: hash, header: {}, bloom: undefined, isEmpty: false }
  const addresses = Array.from({ length: 150 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  // The contract that was named last wrote the first log.
  const indexOf = (address: string) => `0x${(149 - Number(address)).toString(16)}`
  const reply = ({ params }: RpcCall) => {
    const [{ address }] = params as [{ address: string[] }]
    const logs = address.map((one) => ({ address: one, topics: [], blockHash: hash, logIndex: indexOf(one) }))
    return { result: logs.reverse() }
  }
  const logs = createBlockLogs({ ask: async (calls) => calls.map(reply) })

  const { logs: found } = await logs.read([block], [{ addresses: new Set(addresses), topics: [] }])

  expect(found.get(hash)?.map(({ logIndex }) => Number(logIndex))).toEqual([...addresses.keys()])
})

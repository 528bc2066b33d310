import { createPublicClient, erc20Abi, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../services/src/testing/startChain.js'
import { contracts } from './contracts.js'
import { lookAlike, people } from './people.js'
import { seedHistory } from './seedHistory.js'
import { tokensOf } from './tokens.js'

let chain: TestChain
let client: ReturnType<typeof createClient>
let blocks: Awaited<ReturnType<typeof readBlocks>>

const createClient = () => createPublicClient({ transport: http(chain.url), cacheTime: 0 })

beforeAll(async () => {
  chain = await startChain()
  client = createClient()
  await seedHistory(chain.url)
  blocks = await readBlocks()
}, 60_000)
afterAll(() => chain.stop())

test('mines months of blocks up to the present', async () => {
  const times = blocks.map(({ timestamp }) => Number(timestamp))
  // The first block is as old as the test's chain.
  const [first = 0, ...rest] = times.slice(1)
  expect(rest.every((time, index) => time > (times[index + 1] ?? 0))).toBe(true)
  const now = Date.now() / 1_000
  expect(Math.round((now - first) / 86_400)).toBe(210)
  expect(now - (times.at(-1) ?? 0)).toBeLessThan(60)
})

test('the visitor has more than two pages of history, with one failure', async () => {
  const own = blocks.flatMap(({ transactions }) =>
    transactions.filter(({ from, to }) => [from, to].includes(visitor)),
  )
  const receipts = await Promise.all(own.map(({ hash }) => client.getTransactionReceipt({ hash })))
  expect(receipts.filter(({ status }) => status === 'reverted').length).toBe(1)
  const moves = await client.getContractEvents({ abi: erc20Abi, eventName: 'Transfer', fromBlock: 0n })
  const hashes = moves.flatMap(({ args, transactionHash }) =>
    args.from?.toLowerCase() === visitor || args.to?.toLowerCase() === visitor ? [transactionHash] : [],
  )
  expect(new Set([...hashes, ...own.map(({ hash }) => hash)]).size).toBeGreaterThan(100)
  const poison = moves.find(({ args }) => args.to === lookAlike)
  expect(poison?.args).toEqual({ from: people.visitor, to: lookAlike, value: 0n })
})

test('the visitor holds some of each token', async () => {
  const ether = Number(await client.getBalance({ address: people.visitor })) / 1e18
  expect(ether).toBeGreaterThan(5)
  expect(ether).toBeLessThan(10)
  const balances = await Promise.all(
    tokensOf(31337)
      .slice(1)
      .map(({ address }) =>
        client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [people.visitor] }),
      ),
  )
  expect(balances.every((units) => units > 0n)).toBe(true)
  for (const address of [contracts.scenes, contracts.flyers]) {
    const args = [people.visitor] as const
    expect(
      Number(await client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args })),
    ).toBeGreaterThan(1)
  }
})

test('a second call changes nothing', async () => {
  await seedHistory(chain.url)
  expect(await client.getBlockNumber()).toBe(BigInt(blocks.length - 1))
})

const visitor = people.visitor.toLowerCase() as `0x${string}`

async function readBlocks() {
  const last = await client.getBlockNumber()
  const numbers = Array.from({ length: Number(last) + 1 }, (_, index) => BigInt(index))
  return Promise.all(
    numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
  )
}

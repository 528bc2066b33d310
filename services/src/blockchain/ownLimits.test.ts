import { afterEach, describe, expect, test } from 'vitest'
import { TooManyCalls } from '../outbound/post.js'
import type { Context } from '../shared/context.js'
import { startIndexer } from '../testing/startIndexer.js'
import { startScriptedNode } from '../testing/startScriptedNode.js'
import { createBalances } from './balances.js'
import { createContracts } from './contracts.js'
import { createFamilyBalances } from './families/createFamilyBalances.js'
import { createKeep } from './keep.js'
import { createNodes } from './nodes.js'

const chainId = 'eip155:1'
const owner = `0x${'a1'.repeat(20)}` as const
const five = `0x${'5'.padStart(64, '0')}` as const
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** An indexer that says that accounts hold 40 wei. */
async function setUp() {
  const { context, clock, upstream } = await startIndexer('blockscout', (path) => ({
    status: '1',
    message: 'OK',
    result: path.includes('action=tokenlist') ? [] : '40',
  }))
  cleanups.push(upstream.stop)
  return { context, clock, as: asIn(context) }
}

function asIn({ callers }: Context) {
  return <value>(client: string, work: () => value) => callers.run({ client, project: undefined }, work)
}

/** Fails for Eve, who has used up her share. */
async function refuseEve({ callers }: Context): Promise<void> {
  await new Promise(setImmediate)
  if (callers.getStore()?.client === 'eve') throw new TooManyCalls('too many calls are waiting')
}

describe('balances that a client over its own limits asks for', () => {
  async function setUpBalances() {
    const { context, as } = await setUp()
    const read = async (readings: readonly unknown[]) => {
      await refuseEve(context)
      return readings.map(() => five)
    }
    const balances = createBalances(context, {
      chainId,
      contracts: { read, readApart: read },
      prices: { prepare: () => undefined, of: async () => new Map() },
      details: { of: async () => new Map() },
    })
    return async (client: string) => {
      const answer = await as(client, () => balances.of(owner, false))
      return [answer.sources, answer.balances.map(({ quantity }) => quantity.numeric)]
    }
  }
  const ofTheChain = [['chain'], ['0.000000000000000005']]

  test('are not those of an indexer, for it or for anybody later', async () => {
    const ask = await setUpBalances()
    await expect(ask('eve')).rejects.toThrow(TooManyCalls)
    expect(await ask('ada')).toEqual(ofTheChain)
  })

  test('are read anew for a client that asked for them meanwhile', async () => {
    const ask = await setUpBalances()
    const [eve, ada] = await Promise.allSettled([ask('eve'), ask('ada')])
    expect([eve.status, ada]).toEqual(['rejected', { status: 'fulfilled', value: ofTheChain }])
  })
})

test('balances of another family are read anew for a client that asked for them meanwhile', async () => {
  const { context, as } = await setUp()
  const balances = createFamilyBalances(context, 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', {
    coin: () => ({ name: 'Solana', symbol: 'SOL', decimals: 9 }),
    held: () => refuseEve(context).then(() => ({ units: 5n, tokens: [] })),
  })
  const get = () => balances.of('somebody', false)
  const [eve, ada] = await Promise.allSettled([as('eve', get), as('ada', get)])
  expect([eve.status, ada]).toMatchObject(['rejected', { status: 'fulfilled', value: [{ symbol: 'SOL' }] }])
})

test('a value that is loaded for two clients does not fail by the limits of the first', async () => {
  const { context, as } = await setUp()
  const keep = createKeep<string>(context, { ageOf: () => 1_000, limit: 10 })
  const get = () => keep.get('key', () => refuseEve(context).then(() => 'value'))
  const [eve, ada] = await Promise.allSettled([as('eve', get), as('ada', get)])
  expect([eve.status, ada]).toEqual(['rejected', { status: 'fulfilled', value: 'value' }])
})

test('contracts that are read for two clients in one call are read again for the second alone', async () => {
  const { context, as } = await setUp()
  const contracts = createContracts({
    chainId,
    async ask(calls) {
      await refuseEve(context)
      return calls.map(() => ({ result: five }))
    },
  })
  const read = () => contracts.read([{ to: owner, data: '0x' }])
  const [eve, ada] = await Promise.allSettled([as('eve', read), as('ada', read)])
  expect([eve.status, ada]).toEqual(['rejected', { status: 'fulfilled', value: [five] }])
})

test('nodes tell a client that its own calls keep them from being asked', async () => {
  const node = await startScriptedNode(() => '0x1')
  cleanups.push(node.stop)
  const { context, upstream } = await startIndexer('blockscout', () => 'hang', {
    settings: { chains: [`${chainId}=${node.url}`], rpcPerSecond: [`${chainId}=1`], rpcTimeoutSeconds: 5 },
  })
  cleanups.push(upstream.stop)
  const nodes = createNodes(context).get(chainId)
  const ask = () => nodes?.ask([{ method: 'eth_gasPrice' }])
  const all = asIn(context)('eve', () => Array.from({ length: 30 }, ask))
  await expect(Promise.race(all)).rejects.toThrow(TooManyCalls)
  void Promise.allSettled(all)
})

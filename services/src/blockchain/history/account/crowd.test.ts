import { afterEach, expect, test } from 'vitest'
import { setUpAccount, told } from '../../../testing/setUpAccount.js'
import { account, truthOf } from '../../../testing/syntheticChain.js'
import { whileTimePasses } from '../../../testing/whileTimePasses.js'
import { createNodes } from '../../nodes.js'

const chainId = 'eip155:1'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A node that answers five calls a second, which other visitors ask as well, each for ten lists at once. */
async function setUpCrowd(others: number) {
  const { context, ...set } = await setUpAccount(cleanups, {}, { rpcPerSecond: [`${chainId}=5`] })
  const list = Array.from({ length: 5 }, () => ({ method: 'eth_blockNumber' }))
  const nodes = createNodes(context).get(chainId)
  let isOver = false
  cleanups.push(() => {
    isOver = true
  })
  async function visit() {
    while (!isOver) await Promise.allSettled(Array.from({ length: 10 }, () => nodes?.ask(list)))
  }
  for (let number = 0; number < others; number++)
    void context.callers.run({ client: `visitor ${number}`, project: undefined }, visit)
  return {
    ...set,
    as: <value>(work: () => value) => context.callers.run({ client: 'ada', project: undefined }, work),
  }
}

/** What the node was asked more than once, except about the newest blocks, which are read again after a while. */
function repeated(calls: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return calls.filter(
    (call) =>
      !/"latest"|"finalized"|"pending"|eth_blockNumber|eth_chainId|"0x9896[08][01]"/.test(call) &&
      seen.size === seen.add(call).size,
  )
}

test('what a slow node has answered is not asked again, though other visitors make all of them wait', async () => {
  const { node, source, clock, as } = await setUpCrowd(5)
  const read = async () => {
    for (let round = 0; round < 200; round++) {
      const page = await source.page(account, { before: undefined, limit: 16 }).catch(() => undefined)
      if (page !== undefined && page.reading === undefined) return page
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 2_000))
    }
    throw new Error('still reading')
  }
  const { entries } = await whileTimePasses(clock, as(read))
  expect(entries.map(told)).toEqual([...node.deeds].reverse().slice(0, 16).map(truthOf))
  expect(repeated(node.calls)).toEqual([])
  // The page did not wait for the newest blocks, which are still being read.
  await whileTimePasses(clock, source.close())
}, 240_000)

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from 'latchkey/protocol'
import { getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { createThings } from '../../testing/deployThings.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { forward, startNode, type TestNode } from '../../testing/startNode.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { createBlockchain } from '../blockchain.js'
import { createHistory } from './history.js'

type Hex = `0x${string}`
type Settings = NonNullable<NonNullable<Parameters<typeof createContext>[0]>['settings']>
type Answer = { readonly data: readonly Transaction[]; readonly next: string | null }

const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = getAddress('0x00000000000000000000000000000000000a11ce')
const local = 'eip155:31337'
/** The service takes the chain's id from the settings; this id is a public chain's. */
const wide = 'eip155:1'
const cleanups: (() => unknown)[] = []
let chain: TestChain
let things: ReturnType<typeof createThings>
let picture: Hex
/** Where the history is stored; SQLite if absent. */
let postgres: TestPostgres | undefined

describe.each(['SQLite', 'PostgreSQL'])('%s', (kind) => {
  beforeAll(async () => {
    chain = await startChain()
    things = createThings(chain)
    await chain.request('anvil_autoImpersonateAccount', [true])
    picture = await things.deploy('Picture', ['Cats', 'CAT'], rich)
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
  }, 60_000)
  afterAll(async () => {
    await postgres?.stop()
    await chain.stop()
  })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    await postgres?.empty()
  })

  describe('calls to the chain', { timeout: 30_000 }, () => {
    test('none before the first request, then new blocks at the configured interval', async () => {
      const { node, history, clock, settled, asked } = await setUp({ historyPollSeconds: 7 })
      const owner = newOwner()
      clock.advance(60_000)
      expect(node.methods()).toEqual([])
      await history(owner)
      expect(node.methods()).toContain('eth_getLogs')
      clock.advance(6_999)
      await settled()
      expect(node.methods()).toEqual([])
      clock.advance(1)
      expect(await asked('eth_getBlockByNumber')).toEqual(['eth_getBlockByNumber'])
    })

    test("requesting an account's balance reads no block", async () => {
      const { get, node, clock, settled } = await setUp()
      await get(`account/${newOwner()}/balance?chainId=${local}`)
      clock.advance(60_000)
      await settled()
      expect(node.methods()).not.toContain('eth_getBlockByNumber')
    })

    test('a public chain is read to the configured depth, when an account is asked for', async () => {
      const owner = newOwner()
      await pay(owner)
      await mine(20)
      const recent = await pay(owner)
      await mine(8)
      const { history, clock } = await setUp({ historyDepth: 10 }, { chainId: wide })
      expect(hashes(await history(owner, `?chainId=${wide}`))).toEqual([recent])
      await mine(30)
      const latest = await pay(owner)
      clock.advance(10_000)
      expect(hashes(await history(owner, `?chainId=${wide}`))).toEqual([latest])
    })

    test('above the configured number of accounts, the one not requested for the longest time is dropped', async () => {
      const [first, second, third] = [newOwner(), newOwner(), newOwner()]
      const { history, clock, node } = await setUp({ historyAccounts: 2 })
      await history(first)
      clock.advance(1)
      await history(second)
      clock.advance(4_000_000)
      await history(first)
      await history(third)
      node.methods()
      await history(first)
      expect(node.methods()).not.toContain('eth_getLogs')
      await history(second)
      expect(node.methods()).toContain('eth_getLogs')
    })

    test('an account not requested for a month is no longer followed', async () => {
      const { history, clock, node, settled } = await setUp()
      await history(newOwner())
      clock.advance(31 * 86_400_000)
      // The look of that moment may still be under way; a minute later there is none.
      const askedInAMinute = async () => {
        clock.advance(60_000)
        await settled()
        return node.methods()
      }
      await expect.poll(askedInAMinute, { timeout: 20_000 }).toEqual([])
      expect(await askedInAMinute()).toEqual([])
    })

    test('follows hundreds of accounts on one chain', async () => {
      const { history, get, settled, clock } = await setUp()
      const owner = newOwner()
      for (let index = 0; index < 250; index++) await get(`account/${newOwner()}/balance?chainId=${local}`)
      clock.advance(4_000)
      await settled()
      const hash = await pay(owner)
      await things.call(rich, picture, ['Picture', 'mint', owner, 1n])
      const { data } = await history(owner)
      expect(data.length).toBe(2)
      expect(data[1]?.metadata.hash).toBe(hash)
    })
  })

  describe('a chain that was replaced', { timeout: 60_000 }, () => {
    test('a reorganisation of ten blocks deletes the entries in them', async () => {
      const { history, own, lines } = await setUp()
      const owner = newOwner()
      const kept = await pay(owner)
      for (let index = 0; index < 5; index++) await pay(owner)
      for (let index = 0; index < 5; index++)
        await things.call(rich, picture, ['Picture', 'mint', owner, BigInt(index)])
      expect((await history(owner)).data.length).toBe(11)
      expect((await own.collectibles(owner, local)).value.length).toBe(5)
      await chain.request('anvil_reorg', [10, []])
      expect(hashes(await history(owner))).toEqual([kept])
      expect((await own.collectibles(owner, local)).value).toEqual([])
      expect(lines.join()).toContain('"blockchain.reorganised"')
      const later = await pay(owner)
      expect(hashes(await history(owner))).toEqual([later, kept])
    })

    test('a chain that was reset: a shorter one is accepted at the third poll, a longer one at once', async () => {
      const { history } = await setUp()
      const owner = newOwner()
      const kept = await pay(owner)
      const snapshot = await chain.request('evm_snapshot')
      for (let index = 0; index < 10; index++) await pay(owner, 5)
      expect((await history(owner)).data.length).toBe(11)
      await chain.request('evm_revert', [snapshot])
      // The first answers may come from a lagging node.
      await history(owner)
      await history(owner)
      expect(hashes(await history(owner))).toEqual([kept])

      const again = await chain.request('evm_snapshot')
      for (let index = 0; index < 10; index++) await pay(owner, 6)
      expect((await history(owner)).data.length).toBe(11)
      await chain.request('evm_revert', [again])
      const others = []
      for (let index = 0; index < 12; index++) others.unshift(await pay(owner, 7))
      expect(hashes(await history(owner))).toEqual([...others, kept])
    })

    test('a lagging node deletes nothing', async () => {
      const { history, node } = await setUp()
      const owner = newOwner()
      const before = await chain.request('eth_blockNumber')
      const hash = await pay(owner)
      await history(owner)
      node.answer((body) => forward(chain.url, body.replace('"latest"', `"${before}"`)))
      expect(hashes(await history(owner))).toEqual([hash])
      node.answer((body) => forward(chain.url, body))
      expect(hashes(await history(owner))).toEqual([hash])
    })

    test('a different chain is read from its beginning', async () => {
      const second = await startChain()
      cleanups.push(() => second.stop())
      await second.request('anvil_autoImpersonateAccount', [true])
      await second.request('anvil_mine', ['0x3'])
      const there = createThings(second)
      const { history, node } = await setUp()
      const owner = newOwner()
      await pay(owner)
      await history(owner)
      const hash = await there.send({ from: rich, to: owner, value: '0x9' })
      node.answer((body) => forward(second.url, body))
      expect(hashes(await history(owner))).toEqual([hash])
    })
  })

  describe('restarts', { timeout: 60_000 }, () => {
    test('continues where it stopped', async () => {
      const directory = newDirectory()
      const owner = newOwner()
      const first = await setUp({}, { directory })
      const hash = await pay(owner)
      const page = await first.history(owner)
      await first.own.close()
      const second = await setUp({}, { directory })
      expect(await second.history(owner)).toEqual(page)
      expect(second.node.methods().filter((method) => method === 'eth_getBlockByNumber').length).toBe(2)
      const later = await pay(owner)
      expect(hashes(await second.history(owner))).toEqual([later, hash])
    })

    test('cursors stay valid', async () => {
      const directory = newDirectory()
      const owner = newOwner()
      for (let index = 0; index < 51; index++) await pay(owner)
      const first = await setUp({}, { directory })
      const { next } = await first.history(owner)
      await first.own.close()
      const second = await setUp({}, { directory })
      expect((await second.history(owner, `?chainId=${local}&cursor=${next}`)).data.length).toBe(1)
    })

    test('closing during a long read stops it at once; it continues after a restart', async () => {
      const directory = newDirectory()
      const owner = newOwner()
      const early = await pay(owner)
      await mine(200)
      const first = await setUp({}, { directory })
      let bodies = 0
      first.node.answer((body) => (bodies++ < 4 ? forward(chain.url, body) : undefined))
      const asked = first.get(`account/${owner}/history?chainId=${local}`)
      await until(() => bodies > 4)
      await first.own.close()
      expect([200, 503]).toContain((await asked)[0])
      const second = await setUp({}, { directory })
      expect(hashes(await second.history(owner))).toEqual([early])
    })
  })

  describe('a long read', { timeout: 60_000 }, () => {
    test('serves what has been read so far, with a cursor to the rest', async () => {
      const owner = newOwner()
      const early = await pay(owner)
      await mine(150)
      const late = await pay(owner)
      const { node, clock, get } = await setUp()
      const query = `account/${owner}/history?chainId=${local}`
      let isOpen = false
      let blocks = 0
      let waiting: (() => void)[] = []
      node.answer(async (body) => {
        if (body.includes('eth_getLogs') && blocks++ > 0 && !isOpen)
          await new Promise<void>((resolve) => waiting.push(resolve))
        return forward(chain.url, body)
      })
      const first = get(query)
      await until(() => waiting.length > 0)
      clock.advance(3_000)
      const [status, page] = (await first) as [number, Answer]
      expect([status, hashes(page)]).toEqual([200, [late]])
      expect(page.next).not.toBeNull()
      isOpen = true
      for (const go of waiting) go()
      waiting = []
      const second = (await get(`${query}&cursor=${page.next}`)) as [number, Answer]
      expect([second[0], hashes(second[1]), second[1].next]).toEqual([200, [early], null])
    })
  })

  describe('failing nodes', { timeout: 60_000 }, () => {
    test('splits a range that the node refuses as too wide', async () => {
      const owner = newOwner()
      const hash = await pay(owner)
      await mine(100)
      const { history, node } = await setUp()
      node.answer(async (body) => {
        const blocks = body.split('eth_getBlockByNumber').length - 1
        if (blocks <= 6 || !body.includes('eth_getLogs')) return forward(chain.url, body)
        const calls = JSON.parse(body) as { id: number; method: string }[]
        const answers = JSON.parse(await forward(chain.url, body)) as { id: number }[]
        const refused = calls.filter(({ method }) => method === 'eth_getLogs').map(({ id }) => id)
        return JSON.stringify(
          answers.map((answer) =>
            refused.includes(answer.id)
              ? { jsonrpc: '2.0', id: answer.id, error: { code: -32000, message: 'range too wide' } }
              : answer,
          ),
        )
      })
      expect(hashes(await history(owner))).toEqual([hash])
    })

    test('serves stored history without the chain; an account without any gets a 502', async () => {
      const { history, node, get } = await setUp()
      const owner = newOwner()
      const hash = await pay(owner)
      await history(owner)
      node.answer(() => '<html>')
      expect(hashes(await history(owner))).toEqual([hash])
      expect(await get(`account/${newOwner()}/history?chainId=${local}`)).toMatchObject([
        502,
        { error: { code: 'CHAIN_UNREACHABLE' } },
      ])
    })

    test('a node that hangs: answers after three seconds', async () => {
      const { history, node, get, clock } = await setUp()
      const owner = newOwner()
      const hash = await pay(owner)
      await history(owner)
      let isAsked = false
      node.answer(() => {
        isAsked = true
        return undefined
      })
      const asked = get(`account/${owner}/history?chainId=${local}`)
      await until(() => isAsked)
      clock.advance(3_000)
      isAsked = false
      await until(() => isAsked)
      // This request also asks for pending transactions.
      clock.advance(8_000)
      const [status, page] = (await asked) as [number, Answer]
      expect([status, hashes(page)]).toEqual([200, [hash]])
    })

    test.each<[name: string, change: (text: string) => string]>([
      [
        'blocks that do not follow each other',
        (text) => text.replaceAll(/"parentHash":"0x.{4}/g, '"parentHash":"0xdead'),
      ],
      ['another block', (text) => text.replaceAll(/"number":"0x[0-9a-f]+"/g, '"number":"0x1"')],
      ['logs of another chain', (text) => text.replaceAll(/("data":.*?"blockHash":"0x).{4}/g, '$1dead')],
      [
        'a malformed time',
        (text) => text.replaceAll(/"timestamp":"0x[0-9a-f]+"/g, `"timestamp":"0x${'f'.repeat(16)}"`),
      ],
      ['a value that is no number', (text) => text.replaceAll('"value":"0x', '"value":"-0x')],
      [
        'a receipt of another block',
        (text) => text.replaceAll(/("gasUsed".*?"blockHash":"0x).{4}/g, '$1dead'),
      ],
      ['truncated JSON', (text) => text.slice(0, -5)],
      ['null', () => 'null'],
    ])('%s: nothing of it is told, and with a sound node all comes to be there', async (_name, change) => {
      const { history, node, get } = await setUp()
      const owner = newOwner()
      const hashPaid = await pay(owner)
      await things.call(rich, picture, ['Picture', 'mint', owner, 1n])
      const spent = await things.send({ from: owner, to: other, value: '0x0' })
      node.answer(async (body) => change(await forward(chain.url, body)))
      const [status, page] = await get(`account/${owner}/history?chainId=${local}`)
      node.answer((body) => forward(chain.url, body))
      await get(`account/${owner}/history?chainId=${local}`)
      await get(`account/${owner}/history?chainId=${local}`)
      const all = hashes(await history(owner))
      expect(all).toEqual([spent, expect.anything(), hashPaid])
      // Blocks that were valid by themselves may have been served.
      if (status === 200) expect(all).toEqual(expect.arrayContaining([...hashes(page as Answer)]))
      else expect(status).toBe(502)
    })
  })

  // Last, because it makes the chain long, which slows every other test down.
  describe('a long absence', { timeout: 60_000 }, () => {
    test('of a public chain costs few calls', async () => {
      const owner = newOwner()
      const { history, node, clock } = await setUp({}, { chainId: wide })
      const early = await pay(owner)
      await history(owner, `?chainId=${wide}`)
      const middle = await pay(owner)
      await mine(600)
      const late = await pay(owner)
      clock.advance(10_000)
      node.methods()
      expect(hashes(await history(owner, `?chainId=${wide}`))).toEqual([late, middle, early])
      expect(node.methods().length).toBeLessThan(60)
    })

    test("an account added while another one's history is read gets its own history too", async () => {
      const owners = [newOwner(), newOwner(), newOwner()]
      const paid = []
      for (const owner of owners) paid.push(await pay(owner))
      await mine(300)
      const { history, node } = await setUp()
      for (const owner of owners) {
        void history(owner)
        await history(newOwner())
      }
      node.methods()
      for (const [index, owner] of owners.entries())
        expect(hashes(await history(owner))).toEqual([paid[index]])
    })
  })
})

async function setUp(
  settings: Settings = {},
  { chainId = local, directory }: { chainId?: string; directory?: string | undefined } = {},
) {
  const clock = createTestClock()
  const lines: string[] = []
  const node: TestNode = await startNode(() => chain.url, chainId)
  cleanups.push(() => node.close())
  const context = createContext({
    settings: {
      httpBurst: 100_000,
      chains: [`${chainId}=${node.url}`],
      databaseUrl: postgres?.url,
      ...settings,
    },
    log: createLog({ level: 'info', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
    checkAnswers: true,
  })
  const own = await createHistory(context, directory)
  let isClosed = false
  const close = async () => {
    if (!isClosed) await own.close()
    isClosed = true
  }
  cleanups.push(close)
  const app = createBlockchain(context, own)
  const get = async (path: string): Promise<[status: number, body: unknown]> => {
    const response = await app.request(`/v1/${path}`)
    return [response.status, await response.json()]
  }
  return {
    node,
    clock,
    lines,
    get,
    own: { ...own, close },
    async history(address: string, query = `?chainId=${local}`): Promise<Answer> {
      const [status, body] = await get(`account/${address}/history${query}`)
      if (status !== 200) throw new Error(JSON.stringify([body, lines]))
      return body as Answer
    },
    /** Resolves when the node has received a method, with all methods received since the last call. */
    async asked(method: string) {
      const methods: string[] = []
      while (!methods.includes(method)) {
        methods.push(...node.methods())
        await new Promise((resolve) => setImmediate(resolve))
      }
      return methods
    },
    /** Resolves when the calls started by a timer have been answered. */
    async settled() {
      for (let turn = 0; turn < 20; turn++)
        await forward(chain.url, '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}')
    },
  }
}

function hashes({ data }: Answer): readonly string[] {
  return data.map(({ metadata }) => metadata.hash)
}

function newOwner(): Hex {
  return getAddress(`0x${randomBytes(20).toString('hex')}`)
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-indexer-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Pays a tenth of an Ether plus `wei`. */
function pay(owner: Hex, wei = 0): Promise<Hex> {
  return things.send({ from: rich, to: owner, value: `0x${(10n ** 17n + BigInt(wei)).toString(16)}` })
}

async function mine(blocks: number): Promise<void> {
  await chain.request('anvil_mine', [`0x${blocks.toString(16)}`])
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

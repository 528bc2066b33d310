import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { NodeError, type RpcReply } from '../../outbound/post.js'
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

/** The collectibles of two chains, in pages; what is broken can be mended. */
function twoChains(counts: { readonly [chain: string]: number }) {
  const ids = Object.keys(counts) as `eip155:${string}`[]
  const state = { down: '', untold: new Set<string>(), order: (items: readonly object[]) => items }
  const named = new Map<string, string>()
  const items = (id: string) =>
    Array.from({ length: counts[id] ?? 0 }, (_, index) => {
      const token =
        `0x${(100 * ids.indexOf(id as 'eip155:1') + index + 1).toString(16).padStart(40, '0')}` as const
      named.set(token, `${id} ${index}`)
      return { token, tokenId: '1', standard: 'ERC1155' as const }
    })
  const chainOf = (id: `eip155:${string}`) => ({
    contracts: createContracts({
      chainId: id,
      ask: async (calls) =>
        calls.map(({ params }) =>
          [...state.untold].some((token) => JSON.stringify(params).includes(token.slice(2)))
            ? failure
            : { result: `0x${'1'.padStart(64, '0')}` },
        ),
    }),
    nfts: { collection: async () => ({ name: 'Art', symbol: 'ART' }), metadata: async () => undefined },
  })
  const chains = new Map(ids.map((id) => [id, chainOf(id)])) as unknown as Chains
  const collectibles = async (_: string, id: string) => {
    if (id === state.down) throw new NodeError('broken')
    return { value: state.order(items(id)) as ReturnType<typeof items>, source: 'chain' }
  }
  const page = (cursor?: string | undefined) =>
    listNfts({
      chains,
      history: { collectibles },
      clock: createTestClock(0),
      owner,
      chainId: undefined,
      cursor,
    })
  const names = (data: readonly { readonly collection: { readonly address: string } }[]) =>
    data.map(({ collection }) => named.get(collection.address.split(':')[2]?.toLowerCase() ?? '') ?? '')
  async function rest(cursor: string | null) {
    const found: string[] = []
    for (let next = cursor, pages = 0; next !== null; pages++) {
      if (pages > 20) throw new Error('without an end')
      const one = await page(next)
      found.push(...names(one.data))
      next = one.next
    }
    return found
  }
  return { state, page, rest, names, items }
}

const numbered = (id: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${id} ${from + index}`)

describe('the next page', () => {
  test('goes on where the one before ended, over all chains', async () => {
    const { page, rest, names } = twoChains({ 'eip155:1': 30, 'eip155:10': 30 })
    const first = await page()
    expect([first.data.length, first.next]).toEqual([24, expect.any(String)])
    expect([...names(first.data), ...(await rest(first.next))]).toEqual([
      ...numbered('eip155:1', 0, 30),
      ...numbered('eip155:10', 0, 30),
    ])
  })

  test.each(['eip155:1', 'eip155:10'])('loses nothing of %s, which failed once', async (down) => {
    const { state, page, rest, names } = twoChains({ 'eip155:1': 30, 'eip155:10': 30 })
    const first = await page()
    state.down = down
    const second = await page(first.next ?? undefined)
    state.down = ''
    const all = [...names(first.data), ...names(second.data), ...(await rest(second.next))]
    expect(all.sort()).toEqual([...numbered('eip155:1', 0, 30), ...numbered('eip155:10', 0, 30)].sort())
  })

  test('of only a chain that still fails is an error, and not the end', async () => {
    const { state, page, rest, names } = twoChains({ 'eip155:1': 3, 'eip155:10': 3 })
    state.down = 'eip155:10'
    const first = await page()
    expect(names(first.data)).toEqual(numbered('eip155:1', 0, 3))
    await expect(page(first.next ?? undefined)).rejects.toMatchObject({ name: 'NodeError' })
    state.down = ''
    expect(await rest(first.next)).toEqual(numbered('eip155:10', 0, 3))
  })

  test('goes on after the same collectible in another source’s list, or begins anew without it', async () => {
    const { state, page, rest, names } = twoChains({ 'eip155:1': 30 })
    const first = await page()
    state.order = (all) => [...all.slice(5), ...all.slice(0, 5)]
    expect(await rest(first.next)).toEqual([...numbered('eip155:1', 24, 30), ...numbered('eip155:1', 0, 5)])
    const last = names(first.data).length - 1
    state.order = (all) => all.filter((_, index) => index !== last)
    expect(await rest(first.next)).toHaveLength(29)
  })

  test('tells again of collectibles whose owner no node told, and passes over those after that', async () => {
    const { state, page, rest, names, items } = twoChains({ 'eip155:1': 30 })
    const untold = [items('eip155:1')[3]?.token ?? '', items('eip155:1')[27]?.token ?? '']
    state.untold = new Set(untold)
    const first = await page()
    const seen = names(first.data)
    expect(seen).not.toContain('eip155:1 3')
    state.untold = new Set(untold.slice(1))
    const all = new Set([...seen, ...(await rest(first.next))])
    expect([...all].sort()).toEqual(
      numbered('eip155:1', 0, 30)
        .filter((name) => name !== 'eip155:1 27')
        .sort(),
    )
  })

  test.each(['1-all_10', '2-all', '1_1', '1-0-xyz', '1-0x00-1', ''])(
    'error: the cursor %j is of no list of these chains',
    async (cursor) => {
      const { page } = twoChains({ 'eip155:1': 3, 'eip155:10': 3 })
      await expect(page(cursor)).rejects.toMatchObject({ code: 'INVALID_QUERY' })
    },
  )
})

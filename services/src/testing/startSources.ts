import type { HistoryLack, Transaction } from 'latchkey/protocol'
import { createBlockchain } from '../blockchain/blockchain.js'
import { createHistory } from '../blockchain/history/history.js'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createTestClock } from './createTestClock.js'
import type { PublicNodeOptions } from './publicMethods.js'
import { alchemyOf, etherscanOf, goldrushOf, type StandIn } from './standIns.js'
import { startPublicNode } from './startPublicNode.js'
import { startUpstream, type UpstreamAnswer } from './startUpstream.js'
import { account, createDeeds, everyKind, timeOf } from './syntheticChain.js'
import { syntheticContracts } from './syntheticContracts.js'
import { whileTimePasses } from './whileTimePasses.js'

const chainId = 'eip155:1'

/**
 * A chain with transactions of every kind, and what each indexer tells of it.
 *
 * @param gap Blocks for each transaction of the account.
 */
export function createWorld(
  transactions: number,
  gap = 8,
  more: Pick<PublicNodeOptions, 'kinds' | 'isPaired' | 'isRollup' | 'code'> = {},
) {
  const blocks = gap * transactions
  const options = { blocks, kinds: everyKind, ...more }
  const deeds = createDeeds({ ...options, count: transactions })
  const standIns: { readonly [kind: string]: StandIn } = {
    etherscan: etherscanOf(deeds),
    blockscout: etherscanOf(deeds, { isBlockscout: true }),
    alchemy: alchemyOf(deeds),
    goldrush: goldrushOf(deeds),
  }
  const answerCall = syntheticContracts(deeds)
  const node = { ...options, transactions, crowd: 1, answerCall }
  /** A minute after the newest block. */
  return { blocks, deeds, standIns, node, now: timeOf(blocks) + 60_000 }
}

export type World = ReturnType<typeof createWorld>

type Options = {
  readonly node?: PublicNodeOptions | undefined
  /** Calls per second of the node. */
  readonly perSecond?: number | undefined
  /** Changes what an indexer answers: another object, or an answer with a status or a body. */
  readonly change?:
    | ((
        answer: object,
        request: { readonly kind: string; readonly path: string; readonly body: string },
      ) => object)
    | undefined
}

/** Starts the service on a stand-in for a public node and on stand-ins for indexers, in this order. */
export async function startSources(world: World, kinds: readonly string[], options: Options = {}) {
  const { node: limits = {}, perSecond, change } = options
  const clock = createTestClock(world.now)
  const node = await startPublicNode(
    { ...world.node, ...limits },
    perSecond === undefined ? undefined : clock,
  )
  const stops: (() => unknown)[] = [node.stop]
  const sources: string[] = []
  const lines: string[] = []
  const asked: string[] = []
  for (const kind of kinds) {
    const upstream = await startUpstream((path, body) => {
      asked.push(kind)
      const told = world.standIns[kind]?.(path, body) ?? {}
      const answer = change?.(told, { kind, path, body }) ?? told
      const isWhole = 'body' in answer || typeof Reflect.get(answer, 'status') === 'number'
      return isWhole ? (answer as UpstreamAnswer) : { body: JSON.stringify(answer) }
    })
    stops.push(upstream.stop)
    sources.push(`${chainId}=${kind}@1000:${upstream.url}/v1?key=s3cr3t`)
  }
  const context = createContext({
    settings: {
      httpBurst: 1_000_000,
      readBurst: 1_000_000,
      readRate: 1_000_000,
      chains: [`${chainId}=${node.url}`],
      ...(perSecond === undefined ? {} : { rpcPerSecond: [`${chainId}=${perSecond}`] }),
      sources,
      tokens: [],
    },
    log: createLog({ level: 'warn', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
    checkAnswers: true,
  })
  const own = await createHistory(context, undefined)
  stops.push(() => own.close())
  const app = createBlockchain(context, own)

  async function get(path: string) {
    const work = Promise.resolve(app.request(`/v1/account/${account}/${path}`))
    const response = await whileTimePasses(clock, work)
    const body = (await response.json()) as { readonly [name: string]: unknown }
    if (response.status !== 200) throw new Error(JSON.stringify([body, lines]))
    return { body, source: response.headers.get('x-source') ?? '' }
  }

  /**
   * Reads all pages as a client does: it goes on where a page ends, and if the service was still reading, it refreshes the
   * newest page in the end.
   */
  async function history() {
    const data: Transaction[] = []
    const [lacks, named] = [new Set<HistoryLack>(), new Set<string>()]
    let [cursor, hasReading] = ['', false]
    for (let round = 0; round < 2_000; round++) {
      const { body, source } = await get(`history?chainId=${chainId}${cursor}`)
      const page = body as unknown as Page
      if (page.reading !== undefined) hasReading = true
      data.push(...page.data)
      for (const lack of page.lacks ?? []) lacks.add(lack)
      named.add(source)
      if (page.next === null)
        return { data: await refreshed(data, hasReading), lacks, sources: named, hasReading }
      cursor = `&cursor=${page.next}`
      if (page.reading !== undefined) clock.advance(2_000)
    }
    throw new Error('a history without an end')
  }

  async function refreshed(data: readonly Transaction[], isNeeded: boolean): Promise<readonly Transaction[]> {
    if (!isNeeded) return data
    for (let round = 0; round < 200; round++) {
      const { body } = await get(`history?chainId=${chainId}`)
      const page = body as unknown as Page
      const known = new Set(data.map(({ id }) => id))
      if (page.reading === undefined) return [...page.data.filter(({ id }) => !known.has(id)), ...data]
      clock.advance(2_000)
    }
    throw new Error('a newest page without an end')
  }

  return {
    clock,
    node,
    lines,
    /** The kinds of the indexers in the order in which they were asked. */
    asked,
    get,
    history,
    async stop() {
      for (const stop of stops.reverse()) await stop()
    },
  }
}

type Page = {
  readonly data: readonly Transaction[]
  readonly next: string | null
  readonly reading?: object
  readonly lacks?: readonly HistoryLack[]
}

import { createAccountSource } from '../blockchain/history/account/accountSource.js'
import type { Entry, Place } from '../blockchain/history/Entry.js'
import { type HistoryStore, openHistoryStore } from '../blockchain/history/historyStore.js'
import type { Page } from '../blockchain/history/Source.js'
import { createNodes } from '../blockchain/nodes.js'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import type { Settings } from '../shared/settings.js'
import { createTestClock } from './createTestClock.js'
import type { PublicNodeOptions } from './publicMethods.js'
import { startPublicNode } from './startPublicNode.js'
import { account } from './syntheticChain.js'

const chainId = 'eip155:1'

/** The parameters of {@link setUpAccount} but the first. */
export type AccountSetUp = (options?: PublicNodeOptions, settings?: Partial<Settings>) => unknown

/** Starts a stand-in for a public node, and a source that reads the synthetic account from it. */
export async function setUpAccount(
  cleanups: (() => unknown)[],
  options: PublicNodeOptions = {},
  settings: Partial<Settings> = {},
) {
  const node = await startPublicNode(options)
  cleanups.push(node.stop)
  const clock = createTestClock()
  const context = createContext({
    settings: { chains: [`${chainId}=${node.url}`], tokens: [], ...settings },
    log: createLog({ level: 'info', now: () => 0, write: () => undefined }),
    clock,
  })
  const store = await openHistoryStore({})
  const closing = new AbortController()
  const open = (own: HistoryStore = store) => {
    const nodes = createNodes(context).get(chainId)
    if (nodes === undefined) throw new Error('no nodes')
    const source = createAccountSource(context, nodes, own, closing.signal)
    cleanups.push(() => source.close())
    return source
  }
  cleanups.push(
    () => store.close(),
    () => closing.abort(),
  )
  const source = open()
  const ask = (before?: Place | undefined) => askAccount(source, before)
  return { node, clock, context, store, open, source, ask }
}

type Source = ReturnType<typeof createAccountSource>

/** Asks until a page is full or the history ends, as a visitor's page does. */
export async function askAccount(source: Source, before?: Place | undefined): Promise<Page> {
  for (let round = 0; round < 200; round++) {
    const page = await source.page(account, { before, limit: 50 })
    if (page.reading === undefined) return page
  }
  throw new Error('still reading')
}

/** What an entry says, to be compared with `truthOf`. */
export const told = ({ hash, block, status, movements }: Entry) => ({
  hash,
  block,
  status,
  movements: movements.map(({ from, to, units, token }) =>
    [from, to, units, ...(token === undefined ? [] : [token])].join(' '),
  ),
})

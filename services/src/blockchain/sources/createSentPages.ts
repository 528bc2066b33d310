import * as v from 'valibot'
import { patiently } from '../../outbound/turns.js'
import type { Hex } from '../history/Entry.js'
import { pageSize } from '../history/fillPage.js'
import { resultOf } from '../history/nodeAnswers.js'
import type { Page, Source } from '../history/Source.js'
import type { Nodes } from '../nodes.js'
import type { AskInOrder, Supplied } from './askInOrder.js'
import { askEach } from './completePage.js'
import type { Supplier } from './Supplier.js'
import { placeOf } from './toPage.js'

type Query = Parameters<Source['page']>[1]
type ReadPage = (account: Hex, query: Query) => Promise<Supplied<Page>>

type Parts = {
  readonly nodes: Nodes
  readonly ask: AskInOrder
  /** Reads a page that is held against the chain and completed from it. */
  readonly page: ReadPage
  readonly isTrusted: (supplier: Supplier) => boolean
}

/**
 * Reads pages only to learn whom an account has sent to. An indexer tells a thousand entries for as many calls as fifty,
 * and they need nothing from the chain: who sent what to whom, and whether it succeeded, is in each indexer's rows.
 *
 * The newest page is read as visitors get it, because it shows whether the indexer is one of this chain. So are all pages
 * of an account with code, of whose transactions only the chain's logs tell which are its own, and all pages of nodes.
 */
export function createSentPages({ nodes, ask, page, isTrusted }: Parts, closing: AbortSignal): ReadPage {
  async function isPlain(account: Hex): Promise<boolean> {
    const [coded] = await askEach(nodes, [{ method: 'eth_getCode', params: [account, 'latest'] }], closing)
    return resultOf(coded, v.string()) === '0x'
  }

  return async (account, query) => {
    if (query.before !== undefined && (await isPlain(account))) {
      const found = await ask.first('recipients', (supplier) => {
        const { page: read } = supplier
        if (read === undefined || !isTrusted(supplier)) return undefined
        return () => patiently(() => read(account, query))
      })
      if (found !== undefined) return found
    }
    const limit = Math.min(query.limit, pageSize)
    const { value, source } = await page(account, { ...query, limit })
    const last = value.entries.at(-1)
    const isFull = value.floor === undefined && value.entries.length >= limit && last !== undefined
    return { value: isFull ? { ...value, floor: placeOf(last) } : value, source }
  }
}

import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Supplier } from './Supplier.js'

export type Supplied<value> = { readonly value: value; readonly source: string }

/** Asks the sources of one chain, and counts answers and failures by source. */
export type AskInOrder = {
  /**
   * Asks the indexers that offer something, one after the other, until one answers. Leaves out those that rest.
   *
   * @param read Returns the question to an indexer, or `undefined` if it does not offer this.
   * @returns `undefined` if none answered
   */
  first<value>(
    what: string,
    read: (supplier: Supplier) => (() => Promise<value>) | undefined,
  ): Promise<Supplied<value> | undefined>
  /** Asks the chain, and counts that too. */
  chain<value>(what: string, read: () => Promise<value>): Promise<Supplied<value>>
}

export function createAskInOrder(
  { log }: Pick<Context, 'log'>,
  chainId: CaipNetworkId,
  suppliers: readonly Supplier[],
): AskInOrder {
  const counts = new Map<string, number>()

  function count(source: string, what: string, state: string, reason?: string) {
    const key = `${source} ${what} ${state}`
    const number = (counts.get(key) ?? 0) + 1
    counts.set(key, number)
    const fields = { chain: chainId, source, method: what, state, count: number }
    if (reason === undefined) log.debug('blockchain.source', fields)
    else log.warn('blockchain.source', { ...fields, reason })
  }

  async function counted<value>(source: string, what: string, read: () => Promise<value>) {
    try {
      const value = await read()
      count(source, what, 'answered')
      return { value, source }
    } catch (error) {
      if (error instanceof NodeError) count(source, what, 'failed', error.message)
      throw error
    }
  }

  return {
    async first(what, read) {
      for (const supplier of suppliers) {
        const work = supplier.health().state === 'resting' ? undefined : read(supplier)
        if (work === undefined) continue
        try {
          return await counted(supplier.name, what, work)
        } catch (error) {
          if (!(error instanceof NodeError)) throw error
        }
      }
      return undefined
    },
    chain: (what, read) => counted('chain', what, read),
  }
}

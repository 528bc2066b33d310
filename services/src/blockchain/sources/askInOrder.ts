import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import { NotOffered } from './NotOffered.js'
import { ShareSpent } from './ShareSpent.js'
import type { Supplier } from './Supplier.js'
import { createSourceCounts } from './sourceCounts.js'

export type Supplied<value> = { readonly value: value; readonly source: string }

/** `source` is absent where none has answered yet. */
export type Told<value> = Omit<Supplied<value>, 'source'> & Partial<Pick<Supplied<value>, 'source'>>

/** Asks the sources of one chain, and counts answers and failures by source. */
export type AskInOrder = {
  /**
   * Asks the indexers that offer something, one after the other, until one answers. Leaves out those that rest, and those
   * that turned out not to offer it.
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
  context: Pick<Context, 'log'>,
  chainId: CaipNetworkId,
  suppliers: readonly Supplier[],
): AskInOrder {
  const count = createSourceCounts(context, chainId)
  const missing = new Map<Supplier, Set<string>>()

  async function counted<value>(source: string, what: string, read: () => Promise<value>) {
    try {
      const value = await read()
      count(source, what, 'answered')
      return { value, source }
    } catch (error) {
      if (error instanceof ShareSpent) count(source, what, 'refused', error.message)
      else if (error instanceof NodeError && !(error instanceof NotOffered))
        count(source, what, 'failed', error.message)
      throw error
    }
  }

  function note(supplier: Supplier, what: string, reason: string) {
    const known = missing.get(supplier) ?? new Set()
    // Two requests at once may both find out.
    if (!known.has(what)) count(supplier.name, what, 'missing', reason)
    missing.set(supplier, known.add(what))
  }

  return {
    async first(what, read) {
      for (const supplier of suppliers) {
        const isLeftOut = supplier.health().state === 'resting' || missing.get(supplier)?.has(what) === true
        const work = isLeftOut ? undefined : read(supplier)
        if (work === undefined) continue
        try {
          return await counted(supplier.name, what, work)
        } catch (error) {
          if (!(error instanceof NodeError)) throw error
          if (error instanceof NotOffered) note(supplier, what, error.message)
        }
      }
      return undefined
    },
    chain: (what, read) => counted('chain', what, read),
  }
}

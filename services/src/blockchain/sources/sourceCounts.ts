import type { CaipNetworkId } from 'latchkey/protocol'
import type { Context } from '../../shared/context.js'

/**
 * The log's level for each outcome. That an indexer does not offer something is said once, and is no failure; that a
 * client has used its share is none either, and must not fill the log.
 */
const levels = { answered: 'debug', failed: 'warn', missing: 'info', refused: 'debug' } as const

/** Counts one outcome of a source's answers to one kind of question, and logs it as `blockchain.source`. */
export type CountSource = (
  source: string,
  what: string,
  state: keyof typeof levels,
  reason?: string | undefined,
) => void

/** Counts answers and failures of one chain's sources since the start. */
export function createSourceCounts({ log }: Pick<Context, 'log'>, chainId: CaipNetworkId): CountSource {
  const counts = new Map<string, number>()
  return (source, what, state, reason) => {
    const key = `${source} ${what} ${state}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const fields = { chain: chainId, source, method: what, state, count }
    log[levels[state]]('blockchain.source', reason === undefined ? fields : { ...fields, reason })
  }
}

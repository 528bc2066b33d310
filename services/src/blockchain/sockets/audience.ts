import type { Log as Writer } from '../../shared/log.js'
import type { Block, Log } from './Block.js'
import type { LogFilter } from './logFilter.js'

/** What a chain's subscribers hear. */
export type Listener = {
  /** The contracts whose logs it wants; absent for heads alone. */
  readonly filter?: LogFilter | undefined
  onBlock(block: Block): void
  /** Logs of one block: that it brought, or that a reorganisation took away. */
  onLogs(logs: readonly Log[], isRemoved: boolean): void
  /** Blocks or logs are lost to it: it must begin anew. */
  onLost(): void
}

/** Who listens to a chain, and how they are told. */
export function createAudience(chain: string, log: Writer) {
  const listeners = new Set<Listener>()
  /** Listeners who wait for the newest block: those before it are not theirs. */
  const joining = new Set<Listener>()
  const ready = () => [...listeners].filter((listener) => !joining.has(listener))

  function warn(count: number, reason: string): void {
    log.warn('blockchain.subscriptionsLost', { chain, count, reason })
  }

  return {
    isEmpty: () => listeners.size === 0,
    filters: (): readonly LogFilter[] => [...listeners].flatMap(({ filter }) => filter ?? []),
    add: (listener: Listener) => void listeners.add(listener),
    remove: (listener: Listener) => void listeners.delete(listener),
    clear: () => listeners.clear(),
    /** Tells this listener nothing until it has joined. */
    join: (listener: Listener) => void joining.add(listener),
    joined: (listener: Listener) => void joining.delete(listener),

    tellBlock(block: Block, logs: readonly Log[]): void {
      for (const listener of ready()) {
        listener.onBlock(block)
        if (logs.length > 0) listener.onLogs(logs, false)
      }
    },
    tellRemoved(logs: readonly Log[]): void {
      if (logs.length > 0) for (const listener of ready()) listener.onLogs(logs, true)
    },

    loseAll(reason: string): void {
      warn(listeners.size, reason)
      for (const listener of [...listeners]) listener.onLost()
    },
    /** Only those who named a contract with too many logs must begin anew. */
    loseThoseWith(tooLong: ReadonlySet<string>): void {
      const names = (filter: LogFilter | undefined) => [...tooLong].some((one) => filter?.addresses.has(one))
      const lost = [...listeners].filter(({ filter }) => names(filter))
      warn(lost.length, 'more logs of a contract than fit into an answer')
      for (const listener of lost) {
        listeners.delete(listener)
        listener.onLost()
      }
    },
  }
}

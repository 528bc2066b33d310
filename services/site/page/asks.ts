import { consentLimit } from 'latchkey/frame'
import type { Ask, SiteState, SiteStore } from './siteState.js'
import { SiteError } from './toFrameError.js'

type Now = () => number

/** The live side of the queue: how each ask ends. */
export type Asks = ReturnType<typeof createAsks>

/**
 * The queue of what the visitor is asked. The first one shows until it is answered, given up, or ends by itself. One request shows and ten wait; more
 * are refused.
 */
export function createAsks(store: SiteStore, { now = () => performance.now() }: { readonly now?: Now } = {}) {
  const ends = new Map<string, { resolve: (answer: unknown) => void; reject: (error: unknown) => void }>()

  function set(change: (state: SiteState) => readonly Ask[]) {
    store.setState((state) => {
      const asks = change(state)
      const isChanged = asks[0] !== state.asks[0]
      return { ...state, asks, ...(isChanged ? { changedAt: now() } : {}) }
    })
  }

  function remove(id: string) {
    ends.delete(id)
    set(({ asks }) => asks.filter((ask) => ask.id !== id))
  }

  return {
    /** Asks the visitor. Rejects with the signal's reason once it aborts. */
    ask<answer>(ask: Ask, signal: AbortSignal): Promise<answer> {
      signal.throwIfAborted()
      if (isRequest(ask) && store.getState().asks.filter(isRequest).length > consentLimit) {
        return Promise.reject(new SiteError('pending', 'Request already pending', { rpc: -32002 }))
      }
      return new Promise<answer>((resolve, reject) => {
        ends.set(ask.id, { resolve: resolve as (answer: unknown) => void, reject })
        signal.addEventListener(
          'abort',
          () => {
            // What is being signed comes to its end.
            if (ends.has(ask.id) && !isBusy(store, ask.id)) {
              remove(ask.id)
              reject(signal.reason)
            }
          },
          { once: true },
        )
        set(({ asks }) => [...asks, ask])
      })
    },

    /** Changes what an ask shows. */
    change(id: string, change: (ask: Ask) => Ask) {
      set(({ asks }) => asks.map((ask) => (ask.id === id ? change(ask) : ask)))
    },

    resolve(id: string, answer?: unknown) {
      const end = ends.get(id)
      remove(id)
      end?.resolve(answer)
    },

    reject(id: string, error: unknown) {
      const end = ends.get(id)
      remove(id)
      end?.reject(error)
    },

    /** Rejects everything that waits, as when the visitor signs out. */
    rejectAll(error: unknown) {
      for (const id of [...ends.keys()]) {
        if (isBusy(store, id)) continue
        const end = ends.get(id)
        remove(id)
        end?.reject(error)
      }
    },
  }
}

/** A request of the page, which shows here or in a window of the wallet's own. */
function isRequest(ask: Ask): boolean {
  return ask.kind === 'consent' || (ask.kind === 'window' && ask.task.kind === 'request')
}

function isBusy(store: SiteStore, id: string): boolean {
  const ask = store.getState().asks.find((one) => one.id === id)
  return (
    (ask?.kind === 'consent' && ask.status === 'busy') || (ask?.kind === 'window' && ask.status === 'working')
  )
}

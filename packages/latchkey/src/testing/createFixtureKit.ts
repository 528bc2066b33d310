import type { Config } from '../core/Config.js'
import { createKit } from '../createKit.js'
import { embeddedSlot } from '../features/embedded/embeddedWallet.js'
import type { Kit, State } from '../features/Kit.js'

/** A fixture's state: partial slices, which are merged over a new kit's state. */
export type StateFixture = { readonly [slice in keyof State]?: Partial<State[slice]> }

/** Slices that stay live in a fixture: navigation, locale, theme and notifications. */
const free: ReadonlySet<keyof State> = new Set(['locale', 'modal', 'notify', 'theme'])

/**
 * Makes a kit that shows a given state and keeps it: its actions change only the modal and its messages, and it calls
 * no service or wallet. For galleries of screens and their tests.
 */
export function createFixtureKit(config: Config, fixture: StateFixture): Kit {
  const kit = createKit({ ...config, services: {}, enableWalletConnect: false, enableReconnect: false })
  const initial = kit.store.getState()
  const state = Object.fromEntries(
    Object.entries({ ...fixture, ...initial }).map(([name, slice]) => [
      name,
      { ...slice, ...fixture[name as keyof State] },
    ]),
  ) as State
  kit.store.setState(() => state)
  const store: Kit['store'] = {
    ...kit.store,
    setState(update) {
      kit.store.setState((current) => {
        const next = update(current)
        const changed = Object.entries(next).filter(([name]) => free.has(name as keyof State))
        return { ...current, ...Object.fromEntries(changed) }
      })
    },
  }
  const adapters = new Map(
    [...kit.adapters].map(([name, adapter]) => [name, { ...adapter, getBalance: never, transfers: never }]),
  )
  const wallet = kit.slots.get(embeddedSlot)
  if (wallet !== undefined) kit.slots.set(embeddedSlot, { ...wallet, client: never })
  const cache: Kit['cache'] = {
    ...kit.cache,
    get: (key, options) => (key === 'login methods' ? never() : kit.cache.get(key, options)),
  }
  return {
    ...kit,
    adapters,
    cache,
    config: { ...kit.config, enableWalletConnect: config.enableWalletConnect },
    store,
    start: () => () => {},
  }
}

function never(): Promise<never> {
  return new Promise(() => {})
}

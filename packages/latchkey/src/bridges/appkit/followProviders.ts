import { watch } from '../../core/store.js'
import { sessionOf } from '../../features/connection/state.js'
import { getProvider } from '../../features/intent/getProvider.js'
import type { Instance } from './Instance.js'

/**
 * Asks each newly connected wallet for its provider, so that the app can read it synchronously, as in the incumbent's
 * interface. Returns a function that stops this.
 */
export function followProviders({ kit, extra }: Instance): () => void {
  const { networks } = kit.config
  const offered = [
    ...new Set([...networks.map(({ chainNamespace }) => chainNamespace), ...kit.adapters.keys()]),
  ]
  const stops = offered.map((namespace) => {
    const connectorOf = (state = kit.store.getState()) => sessionOf(state.connection, namespace)?.connectorId
    const ask = (connectorId: string | undefined) => {
      if (extra.getState().providers[namespace] !== undefined) {
        extra.setState(({ providers: { [namespace]: _, ...providers }, ...rest }) => ({ ...rest, providers }))
      }
      if (connectorId === undefined) return
      getProvider(kit, { namespace }).then(
        (provider) => {
          // Meanwhile the visitor may have connected another wallet.
          if (connectorOf() !== connectorId) return
          extra.setState((before) => ({
            ...before,
            providers: { ...before.providers, [namespace]: provider },
          }))
        },
        () => {
          // The wallet disconnected first: there is no provider, and the state has the reason.
        },
      )
    }
    if (connectorOf() !== undefined) ask(connectorOf())
    return watch(kit.store, (state) => connectorOf(state), ask)
  })
  return () => {
    for (const stop of stops) stop()
  }
}

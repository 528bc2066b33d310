import { watch } from '../../core/store.js'
import { getProvider } from '../../features/connection/getProvider.js'
import { sessionOf } from '../../features/connection/state.js'
import { namespaces } from '../../protocol/caip.js'
import type { Instance } from './Instance.js'

/**
 * Asks each newly connected wallet for its provider, so that it is there when the app reads it: the incumbent's interface
 * gives providers at once. Returns how to stop.
 */
export function followProviders({ kit, extra }: Instance): () => void {
  const stops = namespaces.map((namespace) => {
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
          // The wallet went before it could be asked: there is no provider, and the state says why.
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

import { optionsOf } from '../core/options.js'
import type { ResolvedConfig } from '../core/resolveConfig.js'
import { initialAccountState } from './account/state.js'
import { initialConnectionState } from './connection/state.js'
import type { State } from './Kit.js'
import { initialModalState } from './modal/state.js'
import { initialNotifyState } from './notify/state.js'
import { initialSiwxState } from './siwx/state.js'
import { initialThemeState } from './theme/state.js'
import { initialWalletsState } from './wallets/state.js'

/** The state of a kit that has just been made. */
export function initialState(config: ResolvedConfig): State {
  const status = Object.fromEntries(
    config.networks.map(({ chainNamespace }) => [chainNamespace, 'disconnected' as const]),
  )
  return {
    options: optionsOf(config),
    modal: initialModalState,
    connection: {
      ...initialConnectionState,
      ...config.initialState?.connection,
      status: { ...status, ...config.initialState?.connection.status },
    },
    account: initialAccountState,
    network: { networks: config.networks, activeId: config.defaultNetworkId, switching: null },
    wallets: initialWalletsState,
    notify: initialNotifyState,
    siwx: initialSiwxState,
    locale: { tag: 'en', texts: config.texts ?? {} },
    theme: {
      mode: config.themeMode ?? initialThemeState.mode,
      variables: config.themeVariables ?? initialThemeState.variables,
    },
  }
}

import type { IntentState } from '../core/intent.js'
import type { Kit as CoreKit } from '../core/Kit.js'
import type { Options } from '../core/options.js'
import type { CaipNetworkId } from '../protocol/caip.js'
import type { AccountState } from './account/state.js'
import type { ConnectionState } from './connection/state.js'
import type { EmbeddedState } from './embedded/state.js'
import type { LocaleState } from './locale/state.js'
import type { ModalState } from './modal/state.js'
import type { NetworkState } from './network/state.js'
import type { NotifyState } from './notify/state.js'
import type { SendState } from './send/state.js'
import type { SiwxState } from './siwx/state.js'
import type { ThemeState } from './theme/state.js'
import type { WalletsState } from './wallets/state.js'

/** The whole state of the kit, as JSON: every screen is drawn from it, and a bug report can contain it. */
export type State = {
  /** The options that the host may change while the app runs. */
  readonly options: Options
  readonly modal: ModalState
  readonly connection: ConnectionState
  readonly account: AccountState
  readonly network: NetworkState
  readonly wallets: WalletsState
  /** Absent until the visitor first opens a send screen. */
  readonly send?: SendState | undefined
  /** The requests to the wallet. Absent until there is one. */
  readonly intent?: IntentState | undefined
  /** The embedded wallet. Absent until something of it is used. */
  readonly embedded?: EmbeddedState | undefined
  readonly notify: NotifyState
  readonly siwx: SiwxState
  readonly locale: LocaleState
  readonly theme: ThemeState
}

/** What `createKit` returns. Its type names the networks of the config: `Kit<'eip155:1' | 'eip155:8453'>`. */
export type Kit<networkId extends CaipNetworkId = CaipNetworkId> = CoreKit<State, networkId>

/** Writes a feature's next slice to the store; an identical slice changes nothing. */
export function update<name extends keyof State>(
  kit: Kit,
  name: name,
  transition: (slice: State[name], state: State) => State[name],
): void {
  kit.store.setState((state) => {
    const next = transition(state[name], state)
    return next === state[name] ? state : { ...state, [name]: next }
  })
}

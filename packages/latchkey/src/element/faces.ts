import { shortAddress } from '../core/addresses.js'
import { accountOf } from '../features/account/state.js'
import { isAsking } from '../features/connection/state.js'
import type { Kit, State } from '../features/Kit.js'
import { isUnsupportedNetwork } from '../features/network/isUnsupportedNetwork.js'
import { activeNamespace, activeNetwork } from '../features/network/state.js'
import { enButtons } from '../locales/enButtons.js'
import type { Namespace } from '../protocol/caip.js'
import { isLeftForApps } from '../react/device.js'
import { textOf } from '../react/locales/textOf.js'
import type { Face } from './buttonElement.js'

/** The connect button; its label says so while a wallet is being asked. */
export function connectFace(
  state: State,
  {
    label,
    loadingLabel,
    namespace,
  }: {
    readonly label?: string | undefined
    readonly loadingLabel?: string | undefined
    readonly namespace?: Namespace | undefined
  },
): NonNullable<Face> {
  const text = textOf(enButtons, state.locale.texts)
  const isBusy = isAsking(state.connection, namespace ?? activeNamespace(state), isLeftForApps())
  const shown = isBusy ? (loadingLabel ?? text('button.connecting')) : (label ?? text('button.connect'))
  return { text: shown, label: shown, variant: 'primary', isBusy, opens: { namespace } }
}

/** The connected account; hidden while no wallet is connected. */
export function accountFace(
  state: State,
  kit: Kit,
  {
    namespace,
    balance,
    leading,
    trailing,
  }: {
    readonly namespace?: Namespace | undefined
    /** The account's formatted balance. */
    readonly balance?: string | undefined
    readonly leading?: number | undefined
    readonly trailing?: number | undefined
  } = {},
): Face {
  const account = accountOf(state, namespace)
  if (account === undefined) return undefined
  if (isUnsupportedNetwork(kit, state, namespace)) return switchNetworkFace(state, namespace)
  const address = shortAddress(kit, account, leading, trailing)
  const shown = balance === undefined ? address : `${balance} ${address}`
  const label = textOf(enButtons, state.locale.texts)('button.account', { address: shown })
  return { text: shown, label, variant: 'secondary', opens: { namespace } }
}

/** The network in use. */
export function networkFace(
  state: State,
  kit: Kit,
  { label }: { readonly label?: string | undefined } = {},
): NonNullable<Face> {
  if (isUnsupportedNetwork(kit, state)) return switchNetworkFace(state)
  const text = textOf(enButtons, state.locale.texts)
  const name = activeNetwork(state)?.name ?? label ?? text('button.unknownNetwork')
  return {
    text: name,
    label: text('button.network', { name }),
    variant: 'secondary',
    opens: { view: { name: 'Networks' } },
  }
}

function switchNetworkFace(state: State, namespace?: Namespace): NonNullable<Face> {
  const shown = textOf(enButtons, state.locale.texts)('button.switchNetwork')
  const opens = { view: { name: 'UnsupportedChain' }, namespace } as const
  return { text: shown, label: shown, variant: 'secondary', isWarning: true, opens }
}

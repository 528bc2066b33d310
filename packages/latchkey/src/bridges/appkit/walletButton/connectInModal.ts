import { accountOf } from '../../../features/account/state.js'
import type { Kit, State } from '../../../features/Kit.js'
import { hasLeftModal } from '../../../features/modal/hasLeftModal.js'
import { openModal } from '../../../features/modal/openModal.js'
import type { View } from '../../../features/modal/screens.js'
import type { Namespace } from '../../../protocol/caip.js'
import { walletError } from '../../../protocol/walletErrors.js'
import { isMobileDevice } from '../../../react/device.js'

/** The account that connected. */
export type ConnectedByButton = {
  readonly chainNamespace: Namespace
  readonly chainId: string
  readonly address: string
}

/** Opens the modal at a screen. Resolves once an account of the namespace has connected. @throws `CONNECTION_DECLINED` */
export function connectInModal(
  kit: Kit,
  view: View,
  namespace: Namespace | undefined,
): Promise<ConnectedByButton> {
  const before = kit.store.getState().connection.connections
  openModal(kit, { view, namespace, isMobile: isMobileDevice() })
  const hasLeft = hasLeftModal(kit)
  return new Promise((resolve, reject) => {
    const stop = kit.store.subscribe((state) => {
      if (state.connection.connections !== before && accountOf(state, namespace) !== undefined) {
        stop()
        resolve(connected(state, namespace))
      } else if (hasLeft(state)) {
        stop()
        reject(walletError('CONNECTION_DECLINED', { details: 'the modal was closed' }))
      }
    })
  })
}

export function connected(state: State, namespace: Namespace | undefined): ConnectedByButton {
  const account = accountOf(state, namespace)
  if (account === undefined) throw walletError('NO_ACCOUNTS_FOUND')
  const chainId = account.networkId.slice(account.networkId.indexOf(':') + 1)
  return { chainNamespace: account.namespace, chainId, address: account.address }
}

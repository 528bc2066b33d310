import type { Kit } from '../../../features/Kit.js'
import type { View } from '../../../features/modal/screens.js'
import type { Namespace } from '../../../protocol/caip.js'
import { walletError } from '../../../protocol/walletErrors.js'
import { getCurrent, requireCurrent } from '../current.js'
import { connectByLogin } from './connectByLogin.js'
import { type ConnectedByButton, connected, connectInModal } from './connectInModal.js'
import { type ChangedEmail, updateEmail } from './updateEmail.js'
import { isLogin, isNameOf, type WalletKey } from './walletKeys.js'

export type WalletButton = {
  /** Returns true once `createAppKit` was called. */
  isReady(): boolean
  /** Calls back at once if `createAppKit` was called before, else never. */
  subscribeIsReady(callback: (state: { readonly isReady: boolean }) => void): void
  /** See {@link connectWallet}. */
  connect(wallet: WalletKey): Promise<ConnectedByButton>
  /** See {@link updateEmail}. */
  updateEmail(): Promise<ChangedEmail>
}

/** The incumbent's way to connect with one wallet, without the list. */
export function createAppKitWalletButton(): WalletButton {
  const isReady = () => getCurrent() !== undefined
  return {
    isReady,
    subscribeIsReady(callback) {
      if (isReady()) callback({ isReady: true })
    },
    connect: (wallet) => connectWallet(requireCurrent('createAppKitWalletButton').instance.kit, wallet),
    updateEmail: async () => updateEmail(requireCurrent('createAppKitWalletButton').instance.kit),
  }
}

/**
 * Connects with one wallet: asks an installed wallet at once; for any other wallet that the explorer knows, opens the
 * modal with its QR code or its app.
 *
 * @throws `CONNECTION_DECLINED`, also when the visitor closes the modal; `CONNECTOR_TYPE_NOT_FOUND` for a wallet that
 *   is neither installed nor known; `APPKIT_UNSUPPORTED` for e-mail and social logins without an embedded wallet
 */
export async function connectWallet(
  kit: Kit,
  wallet: WalletKey,
  { namespace }: { readonly namespace?: Namespace | undefined } = {},
): Promise<ConnectedByButton> {
  if (isLogin(wallet)) return connectByLogin(kit, wallet, namespace)
  const [installed, another] = kit.store
    .getState()
    .connection.connectors.filter(
      ({ name, type, namespaces }) =>
        type !== 'WALLET_CONNECT' &&
        isNameOf(wallet, name) &&
        (namespace === undefined || namespaces.includes(namespace)),
    )
  // An extension can use any name. If two claim the same one, the list shows what distinguishes them.
  if (another !== undefined) return connectInModal(kit, { name: 'Connect' }, namespace)
  if (installed !== undefined) {
    // Most pages never connect this way, so the code is loaded on demand.
    const { connect } = await import('../../../features/connection/connect.js')
    await connect(kit, { connectorId: installed.id })
    return connected(kit.store.getState(), namespace ?? installed.namespaces[0])
  }
  return connectInModal(kit, await viewOf(kit, wallet), namespace)
}

async function viewOf(kit: Kit, key: WalletKey): Promise<View> {
  if (key === 'walletConnect') return { name: 'ConnectingWalletConnect' }
  const { queryWallets } = await import('../../../features/wallets/fetchWallets.js')
  const { data } = await queryWallets(kit, { page: 1, entries: 10, search: key.split('-')[0] })
  const wallet = data.find(({ name }) => isNameOf(key, name))
  if (wallet === undefined) throw walletError('CONNECTOR_TYPE_NOT_FOUND')
  return { name: 'ConnectingWalletConnect', parameters: { wallet } }
}

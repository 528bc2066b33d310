import type { CaipNetworkId, Namespace } from './caip.js'

/** How a visitor reaches a wallet, as events name it. */
export type WalletPlatform = 'mobile' | 'desktop' | 'browser' | 'web' | 'qrcode' | 'unsupported'

/**
 * What happens in the kit, for hosts that listen and for analytics. Names are the field's; no event carries an address
 * or a pairing link.
 */
export type KitEvent =
  | { readonly type: 'MODAL_OPEN' | 'MODAL_CLOSE'; readonly connected: boolean }
  | {
      readonly type:
        | 'CLICK_ALL_WALLETS'
        | 'CLICK_WALLET_HELP'
        | 'CLICK_NETWORK_HELP'
        | 'CLICK_GET_WALLET'
        | 'CLICK_NETWORKS'
    }
  | { readonly type: 'SELECT_WALLET'; readonly name: string; readonly platform: WalletPlatform }
  | { readonly type: 'SEARCH_WALLET'; readonly badge: string; readonly search: string }
  | {
      readonly type: 'CONNECT_SUCCESS'
      readonly method: WalletPlatform
      readonly name: string
      readonly reconnect: boolean
    }
  | { readonly type: 'CONNECT_ERROR'; readonly message: string }
  | { readonly type: 'DISCONNECT_SUCCESS'; readonly namespace: Namespace | 'all' }
  | { readonly type: 'DISCONNECT_ERROR'; readonly message: string }
  | {
      readonly type:
        | 'SWITCH_NETWORK'
        | 'CLICK_SIGN_SIWX_MESSAGE'
        | 'CLICK_CANCEL_SIWX'
        | 'SIWX_AUTH_SUCCESS'
        | 'SIWX_AUTH_ERROR'
      readonly network: CaipNetworkId
    }

import type { CaipNetworkId, Namespace } from './caip.js'
import type { LoginWay } from './embeddedItems.js'

/** The way a visitor reaches a wallet, by its name in events. */
export type WalletPlatform = 'mobile' | 'desktop' | 'browser' | 'web' | 'qrcode' | 'unsupported'

/** How a visitor connects, by its name in events: to a wallet, or by logging in to the embedded one. */
export type ConnectMethodName = WalletPlatform | 'email'

/**
 * The kit's events, for hosts that listen and for analytics. Names are the industry's; no event contains an address or
 * a pairing link.
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
        /** The kit has started on this page. */
        | 'INITIALIZE'
    }
  | {
      /**
       * The kit caught an unexpected error, one that is not in its catalogue: a defect of Latchkey. Addresses and links
       * in it are masked.
       */
      readonly type: 'INTERNAL_SDK_ERROR'
      readonly errorType: string
      readonly errorMessage: string
      /** No code handled the error: a screen failed to render. */
      readonly uncaught: boolean
    }
  | { readonly type: 'SELECT_WALLET'; readonly name: string; readonly platform: ConnectMethodName }
  | { readonly type: 'SEARCH_WALLET'; readonly badge: string; readonly search: string }
  | {
      readonly type: 'CONNECT_SUCCESS'
      readonly method: ConnectMethodName
      readonly name: string
      readonly reconnect: boolean
    }
  | { readonly type: 'CONNECT_ERROR'; readonly message: string }
  | { readonly type: 'DISCONNECT_SUCCESS'; readonly namespace: Namespace | 'all' }
  | { readonly type: 'DISCONNECT_ERROR'; readonly message: string }
  | {
      readonly type:
        | 'SWITCH_NETWORK'
        | 'OPEN_SEND'
        | 'CLICK_TRANSACTIONS'
        | 'LOAD_MORE_TRANSACTIONS'
        | 'ERROR_FETCH_TRANSACTIONS'
        | 'CLICK_SIGN_SIWX_MESSAGE'
        | 'CLICK_CANCEL_SIWX'
        | 'SIWX_AUTH_SUCCESS'
        | 'SIWX_AUTH_ERROR'
      readonly network: CaipNetworkId
    }
  | {
      /** A transfer: the wallet has taken it on; its chain has it. */
      readonly type: 'SEND_INITIATED' | 'SEND_SUCCESS'
      readonly network: CaipNetworkId
      readonly token: string
    }
  | {
      /** A transfer was declined or could not be asked for; or it failed on its chain, or no node knows it any more. */
      readonly type: 'SEND_ERROR'
      readonly network: CaipNetworkId
      readonly token: string
      /** The code of the error, or what became of the transfer: `failed`, `lost`. */
      readonly message: string
    }
  | {
      readonly type:
        | 'EMAIL_LOGIN_SELECTED'
        | 'EMAIL_SUBMITTED'
        | 'DEVICE_REGISTERED_FOR_EMAIL'
        | 'EMAIL_VERIFICATION_CODE_SENT'
        | 'EMAIL_VERIFICATION_CODE_PASS'
        | 'EMAIL_EDIT'
    }
  | { readonly type: 'EMAIL_VERIFICATION_CODE_FAIL'; readonly message: string }
  | {
      readonly type:
        | 'SOCIAL_LOGIN_STARTED'
        | 'SOCIAL_LOGIN_SUCCESS'
        | 'SOCIAL_LOGIN_ERROR'
        | 'SOCIAL_LOGIN_REQUEST_USER_DATA'
        | 'SOCIAL_LOGIN_CANCELED'
      readonly provider: Exclude<LoginWay, 'email' | 'passkey'>
    }
  | {
      readonly type: 'SET_PREFERRED_ACCOUNT_TYPE'
      readonly accountType: 'eoa' | 'smartAccount'
      readonly network: CaipNetworkId
    }

/** The names of all events. */
export type KitEventType = KitEvent['type']

/** The properties of an event, without its name. */
export type KitEventProperty<type extends KitEventType> = KitEvent extends infer event
  ? event extends { readonly type: infer types }
    ? type extends types
      ? Exclude<keyof event, 'type'>
      : never
    : never
  : never

import type { KitEventProperty, KitEventType } from './events.js'

/** Documentation of an event: when the kit emits it, and what each property contains. */
type EventFact<type extends KitEventType> = {
  readonly about: string
  readonly properties: { readonly [property in KitEventProperty<type> & string]: string }
}

const network = 'the CAIP-2 id of the network'
const token = 'the symbol of the token'
const provider = 'the social login: `google`, `github`, `apple`, `facebook`, `x`, `discord` or `farcaster`'

/**
 * A row for each event and each of its properties. An event without a row does not compile. No page loads this table:
 * `docs/reference/events.md` is generated from it, and `features/events.test.ts` causes each event.
 */
export const eventFacts: { readonly [type in KitEventType]: EventFact<type> } = {
  INITIALIZE: { about: 'The kit has started on this page', properties: {} },
  MODAL_OPEN: { about: 'The modal opened', properties: { connected: 'whether a wallet is connected' } },
  MODAL_CLOSE: { about: 'The modal closed', properties: { connected: 'whether a wallet is connected' } },
  CLICK_ALL_WALLETS: { about: 'The visitor opened the list of all wallets', properties: {} },
  CLICK_WALLET_HELP: { about: 'The visitor opened “What is a wallet?”', properties: {} },
  CLICK_NETWORK_HELP: { about: 'The visitor opened “What is a network?”', properties: {} },
  CLICK_GET_WALLET: { about: 'The visitor opened “Get a wallet”', properties: {} },
  CLICK_NETWORKS: {
    about: 'The visitor opened the list of networks, or the modal opened on it',
    properties: {},
  },
  CLICK_TRANSACTIONS: { about: "The visitor opened the account's activity", properties: { network } },
  SELECT_WALLET: {
    about: 'The visitor chose a wallet',
    properties: {
      name: 'the name of the wallet',
      platform: 'how the kit will reach it: `mobile`, `desktop`, `browser`, `web`, `qrcode` or `unsupported`',
    },
  },
  SEARCH_WALLET: {
    about: 'The visitor searched the wallets',
    properties: { badge: 'the filter, or `all`', search: 'the search text' },
  },
  CONNECT_SUCCESS: {
    about: 'A wallet connected',
    properties: {
      method: 'how the kit reached it: `mobile`, `browser`, `qrcode`, or `email` for the embedded wallet',
      name: 'the name of the wallet',
      reconnect: 'whether an earlier connection was restored',
    },
  },
  CONNECT_ERROR: {
    about: 'A connection attempt failed',
    properties: { message: 'the code of the error' },
  },
  DISCONNECT_SUCCESS: {
    about: 'One wallet or all wallets disconnected',
    properties: { namespace: 'the chain family, or `all` if no wallet is left and the host named no family' },
  },
  DISCONNECT_ERROR: {
    about: 'A disconnection failed; the kit has still removed the wallet',
    properties: { message: 'the code of the error' },
  },
  SWITCH_NETWORK: { about: 'The network in use changed', properties: { network } },
  OPEN_SEND: { about: 'The visitor opened the send form', properties: { network } },
  SEND_INITIATED: { about: 'A wallet accepted a transfer', properties: { network, token } },
  SEND_SUCCESS: { about: 'A transfer was confirmed on the chain', properties: { network, token } },
  SEND_ERROR: {
    about:
      'The visitor declined a transfer, the kit could not ask for it, it failed on the chain, or no node knows it any more',
    properties: { network, token, message: 'the code of the error, or the status: `failed`, `lost`' },
  },
  LOAD_MORE_TRANSACTIONS: {
    about: 'The kit requested the next page of the history',
    properties: { network },
  },
  ERROR_FETCH_TRANSACTIONS: { about: 'Fetching the history failed', properties: { network } },
  CLICK_SIGN_SIWX_MESSAGE: { about: 'The kit asked a wallet to sign in', properties: { network } },
  CLICK_CANCEL_SIWX: { about: 'The visitor cancelled the sign-in', properties: { network } },
  SIWX_AUTH_SUCCESS: { about: 'The visitor signed in', properties: { network } },
  SIWX_AUTH_ERROR: { about: 'The sign-in failed', properties: { network } },
  EMAIL_LOGIN_SELECTED: { about: 'The visitor began to type an e-mail address', properties: {} },
  EMAIL_SUBMITTED: { about: 'The visitor asked for a login code', properties: {} },
  DEVICE_REGISTERED_FOR_EMAIL: {
    about: 'The visitor confirmed this device by the link in the mail',
    properties: {},
  },
  EMAIL_VERIFICATION_CODE_SENT: { about: 'A login code was sent', properties: {} },
  EMAIL_VERIFICATION_CODE_PASS: { about: 'The visitor typed the right code', properties: {} },
  EMAIL_VERIFICATION_CODE_FAIL: {
    about: 'A login code was wrong, or could not be checked',
    properties: { message: 'the code of the error' },
  },
  EMAIL_EDIT: { about: 'The visitor asked to change the e-mail address', properties: {} },
  SOCIAL_LOGIN_STARTED: { about: 'The visitor chose a social login', properties: { provider } },
  SOCIAL_LOGIN_REQUEST_USER_DATA: {
    about: 'The provider has let the visitor in, and the wallet is being opened',
    properties: { provider },
  },
  SOCIAL_LOGIN_SUCCESS: { about: 'The visitor logged in by a social login', properties: { provider } },
  SOCIAL_LOGIN_ERROR: { about: 'A social login failed', properties: { provider } },
  SOCIAL_LOGIN_CANCELED: { about: 'The visitor gave a social login up', properties: { provider } },
  SET_PREFERRED_ACCOUNT_TYPE: {
    about: 'The visitor chose how the embedded account acts',
    properties: { accountType: '`eoa` or `smartAccount`', network },
  },
  INTERNAL_SDK_ERROR: {
    about: 'The kit caught an error that is not in its catalogue: a bug in Latchkey',
    properties: {
      errorType: 'the name of the error',
      errorMessage: 'its message, at most 200 characters, with possible addresses, keys and links masked',
      uncaught: 'whether it stopped a screen from rendering',
    },
  },
}

/** Event names of other kits: for features still to come, and those that the kit never emits. */
export const laterEvents = {
  Swaps:
    'CLICK_CONVERT CLICK_SELECT_TOKEN_TO_SWAP CLICK_SELECT_NETWORK_TO_SWAP OPEN_SWAP INITIATE_SWAP SWAP_SUCCESS SWAP_ERROR SWAP_APPROVAL_ERROR',
  Buying: 'SELECT_BUY_CRYPTO SELECT_WHAT_IS_A_BUY SELECT_BUY_PROVIDER',
  Names: 'OPEN_ENS_FLOW REGISTER_NAME_INITIATED REGISTER_NAME_SUCCESS REGISTER_NAME_ERROR',
  // No kit ever sent the first; the second contains the pairing link; the third's screen is the wallet's own.
  'Never, on purpose': 'MODAL_CREATED CONNECT_PROXY_ERROR EMAIL_UPGRADE_FROM_MODAL',
} as const

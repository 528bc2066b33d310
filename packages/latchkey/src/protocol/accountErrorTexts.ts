/** The errors of the account's flows, of signing in and of the embedded wallet: code -> exact text (spec §8). */
export const accountErrorTexts = {
  // Spec §8, alerts.
  INVALID_APP_CONFIGURATION: 'Invalid App Configuration',
  SWITCH_NETWORK_NOT_FOUND: 'Network Not Found',
  SOCIALS_TIMEOUT: 'Social login timed out. Please try again.',
  JWT_TOKEN_NOT_VALID: 'Session Expired',
  INVALID_PROJECT_ID: 'Invalid project ID',
  PROJECT_ID_NOT_CONFIGURED: 'project id not configured',

  SIWX_INIT_FAILED: 'A problem occurred while trying initialize authentication',
  SIGNATURE_DECLINED: 'Signature declined',
  SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED: 'This application might not support Smart Accounts',
  SIWX_NOT_ENABLED: 'SIWX is not enabled',
  PAGE_NOT_SECURE: 'Signing in needs a page that is served over https',
  NO_ACTIVE_ADDRESS: 'No ActiveCaipAddress found',
  TRANSACTIONS_FETCH_FAILED: 'Failed to fetch transactions',
  TOKEN_BALANCE_UNAVAILABLE: 'Token Balance Unavailable',
  SEND_FAILED: 'Something went wrong',
  INSUFFICIENT_FEE_FUNDS: 'Not enough for the network fee',
  RECIPIENT_CHANGED: 'The name leads to another address now',
  TRANSFER_REFUSED: 'The network would refuse this transfer',
  WALLET_NETWORK_DIFFERS: '{wallet} is on another network than the one you reviewed. Nothing was sent.',
  WALLET_ACCOUNT_DIFFERS: '{wallet} uses another account than the one you reviewed. Nothing was sent.',
  TRANSFER_ALTERED: '{wallet} signed something else than you reviewed.',
  REVIEW_OUTDATED: 'Account, network or cost changed. Nothing was sent.',
  CODE_UNLOADED:
    'A part of this page could not be loaded. Check your network and try again. If that does not help, reload the page.',
  NETWORK_UNREADABLE: '{network} itself could not be asked about this. Nothing was sent. Try again.',
  TOKEN_UNREADABLE: 'This token could not be read on its network. Nothing was sent.',
  TOKEN_DECIMALS_DIFFER: 'The network counts this token in other units than its list does. Nothing was sent.',
  SEND_UNCONFIRMED: 'It is not known yet whether {wallet} has sent this. Do not send it again.',
  NAME_RESOLUTION_FAILED: 'Error resolving name',
  TRANSACTIONS_WITHOUT_ADDRESS: "Transactions can't be fetched without an accountAddress",
  FEE_ESTIMATE_FAILED: 'estimateGas - Estimate gas failed',
  RPC_METHOD_NOT_ALLOWED: 'Requested RPC call is not allowed',
  ACTION_NOT_ALLOWED: 'Action not allowed',

  // Errors of connecting that only code loaded after the first click shows or throws.
  UNSUPPORTED_CHAIN: 'Unsupported chain',
  WALLET_TIMED_OUT: '{wallet} did not answer. Open it and try again.',
  /** No answer came in time. The wallet may still give one: a transaction may still be sent. */
  WALLET_SILENT:
    '{wallet} has not answered. Open it and look for the request: it may still be waiting there.',
  WALLET_FAILED: '{wallet} reported an error. Open it to see what happened before you try again.',
  METHOD_NOT_GRANTED:
    '{wallet} did not allow this when it was connected. Connect it again, or use another wallet.',
  NETWORK_NOT_GRANTED:
    '{wallet} did not allow this network when it was connected. Connect it again, or use another wallet.',
  REQUEST_INVALID: '{wallet} could not read this request. Try again, or use another wallet.',
  REQUEST_TOO_LARGE: 'Request too large for this wallet',
  WALLETS_FETCH_FAILED: 'Could not load wallets',
  PAIRING_EXPIRED: 'The connection request expired. Try again.',
  PROVIDER_UNDEFINED: 'Provider is undefined',
  ADDRESS_NOT_FOUND: 'Address not found',
  WALLET_CONNECT_CONNECTOR_NOT_FOUND: 'WalletConnectConnector not found',
  ADAPTER_FOR_NAMESPACE_NOT_FOUND: 'The adapter for {namespace} does not exist',
  DISCONNECT_FAILED: 'Failed to disconnect',

  // Of the screens.
  SCREEN_NOT_OFFERED: 'This kit does not offer the screen {screen}.',

  // Of `latchkey/appkit`.
  APPKIT_NOT_CREATED: 'Please call "createAppKit" before using "{hook}" hook',
  APPKIT_UNSUPPORTED: 'latchkey/appkit has no `{name}`: {advice}',
} as const

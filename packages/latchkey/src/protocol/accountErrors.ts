import { type ErrorArguments, KitError } from './errors.js'

/** The errors of the account's flows, of signing in and of the embedded wallet: code -> exact text (spec §8). */
export const accountErrorTexts = {
  SIWX_INIT_FAILED: 'A problem occurred while trying initialize authentication',
  SIGNATURE_DECLINED: 'Signature declined',
  SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED: 'This application might not support Smart Accounts',
  SIWX_NOT_ENABLED: 'SIWX is not enabled',
  NO_ACTIVE_ADDRESS: 'No ActiveCaipAddress found',
  NO_ACTIVE_NETWORK: 'No ActiveCaipNetwork or client found',
  NO_CONNECTION_CLIENT: 'No ConnectionController client found',
  FRAME_TIMEOUT: 'Something went wrong',
  FRAME_LOAD_FAILED: 'Unable to load email login dependency',
  FRAME_NOT_SET: 'W3mFrame: iframe is not set',
  FRAME_PARENT_NOT_SET: 'W3mFrame: parent is not set',
  TRANSACTIONS_FETCH_FAILED: 'Failed to fetch transactions',
  TOKEN_BALANCE_UNAVAILABLE: 'Token Balance Unavailable',
  SEND_FAILED: 'Something went wrong',
  INSUFFICIENT_GAS_FUNDS: 'Insufficient Gas Funds',
  RECIPIENT_CHANGED: 'The name leads to another address now',
  TRANSFER_REFUSED: 'The network would refuse this transfer',
  SOLANA_SEND_FAILED: 'Failed to send transaction. Please try again.',
  SWAP_INIT_FAILED: 'Failed to initialize swap',
  NETWORK_TOKEN_PRICE_FAILED: 'Failed to fetch network token price',
  ALLOWANCE_CHECK_FAILED: 'Failed to check allowance',
  APPROVAL_TRANSACTION_FAILED: 'Failed to create approval transaction',
  CREATE_TRANSACTION_FAILED: 'Failed to create transaction',
  TRANSACTION_ERROR: 'Transaction error',
  NAME_RESOLUTION_FAILED: 'Error resolving name',
  NAME_SUGGESTIONS_FAILED: 'Error fetching name suggestions',
  NAMES_FOR_ADDRESS_FAILED: 'Error fetching names for address',
  NAME_REGISTRATION_FAILED: 'Error registering name {name}',
  ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND: 'Address or auth connector not found',
  ADAPTER_NOT_FOUND: 'Adapter not found',
  CAIP_NETWORK_UNDEFINED: 'CaipNetwork is undefined',
  NETWORK_CLIENT_NOT_SET: 'NetworkController client not set',
  CONNECTION_CLIENT_NOT_SET: 'ConnectionController client not set',
  CLIENTS_NOT_SET: 'ConnectionControllerClient and NetworkControllerClient must be set',
  CHAIN_REQUIRED_FOR_ACCOUNT: 'Chain is required to update chain account data',
  CHAIN_REQUIRED_FOR_CLIENT: 'Chain is required to get connection controller client',
  CHAIN_REQUIRED_FOR_PROP: 'Chain is required to set account prop',
  NETWORK_UNSUPPORTED_FOR_GAS_PRICE: 'Network not supported for Gas Price',
  NETWORK_UNSUPPORTED_FOR_SWAPS: 'Network not supported for Swaps',
  TRANSACTIONS_WITHOUT_ADDRESS: "Transactions can't be fetched without an accountAddress",
  SWAP_WITHOUT_ADDRESS: 'No address found to swap the tokens from.',
  UNIVERSAL_PROVIDER_UNDEFINED: 'UniversalAdapter:signMessage - provider is undefined',
  SIGN_MESSAGE_FAILED: 'signMessage - Sign message failed',
  ESTIMATE_GAS_FAILED: 'estimateGas - Estimate gas failed',
  CONNECT_SWITCH_NETWORK_FAILED: 'connect - Switch network failed',
  CONNECT_NETWORK_NOT_FOUND: 'connect - could not find the caipNetwork to switch',
  CONTRACT_METHOD_UNDEFINED: 'Contract method is undefined',
  CAPABILITIES_UNREADABLE: 'Error parsing wallet capabilities',
  CONNECTION_NOT_SET: 'Connection is not set',
  ACCOUNT_NOT_FOUND: 'Account not found',
  EMPTY_RESULT: 'Empty result',
  WALLET_FEATURE_UNSUPPORTED: 'wallet does not support the feature {feature}',
  RPC_METHOD_NOT_ALLOWED: 'Requested RPC call is not allowed',
  ACTION_NOT_ALLOWED: 'Action not allowed',

  // Of connecting, and only shown or thrown by what is loaded after the first click.
  UNSUPPORTED_CHAIN: 'Unsupported chain',
  LINK_INVALID: 'This wallet has no valid link',
  WALLET_TIMED_OUT: '{wallet} did not answer. Open it and try again.',
  WALLET_NETWORK_CHANGED: 'Network changed',
  REQUEST_TOO_LARGE: 'Request too large for this wallet',
  WALLETS_FETCH_FAILED: 'Could not load wallets',
  PAIRING_EXPIRED: 'The connection request expired. A new code is ready.',
  PROVIDER_UNDEFINED: 'Provider is undefined',
  ADDRESS_NOT_FOUND: 'Address not found',
  WALLET_CONNECT_CONNECTOR_NOT_FOUND: 'WalletConnectConnector not found',
  ADAPTER_FOR_NAMESPACE_NOT_FOUND: 'The adapter for {namespace} does not exist',
  DISCONNECT_FAILED: 'Failed to disconnect',

  // Of `latchkey/appkit`.
  APPKIT_NOT_CREATED: 'Please call "createAppKit" before using "{hook}" hook',
  APPKIT_UNSUPPORTED: 'latchkey/appkit has no `{name}`: {advice}',
} as const

export type AccountErrorCode = keyof typeof accountErrorTexts

/** A {@link KitError} of the account's flows: it brings its own text. */
export function accountError<code extends AccountErrorCode>(
  code: code,
  ...[options]: ErrorArguments<code>
): KitError<code> {
  // Whether `slots` is required depends on the code; passing on what was checked above needs no second check.
  return new KitError<code>(
    code,
    ...([{ ...options, text: accountErrorTexts[code] }] as unknown as ErrorArguments<code>),
  )
}

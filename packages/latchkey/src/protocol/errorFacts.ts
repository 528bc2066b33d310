import type { ErrorCode } from './errors.js'

/** Documentation of an error: for the reference, and for the tests of the tables that translate errors. */
export type ErrorFact = {
  /** The codes that a provider's failed request carries for it (EIP-1193, EIP-3326, JSON-RPC). */
  readonly rpc?: readonly number[] | undefined
  /** The errors of wallets, the relay, the sign client and services that the kit translates to it. */
  readonly standsFor?: string | undefined
  /**
   * Why no code raises the error: the future feature that will, or `never` with the error that replaces it. The
   * generator of the reference fails for an error that is not raised and has no reason, or is raised and has one, and
   * for a feature whose folder exists.
   */
  readonly reserved?: LaterFeature | `never: ${string}` | undefined
}

/** A feature whose errors have their texts already. */
type LaterFeature = 'the embedded wallet' | 'swaps' | 'names'

/** A row for each code of the catalogue; a code without one does not compile. */
export const errorFacts = {
  INVALID_APP_CONFIGURATION: {
    rpc: [4900],
    standsFor: "HTTP 403, relay close 3000: 'Unauthorized: origin not allowed'",
  },
  SWITCH_NETWORK_NOT_FOUND: {},
  SOCIALS_TIMEOUT: { reserved: 'the embedded wallet' },
  JWT_TOKEN_NOT_VALID: {
    rpc: [4900],
    standsFor:
      "HTTP 401 'JWT validation error: JWT Token is not yet valid', '… is expired'; a wallet’s 8000 to a fresh link",
  },
  INVALID_PROJECT_ID: { rpc: [4900], standsFor: "HTTP 401, 403: 'Unauthorized: invalid key'" },
  PROJECT_ID_NOT_CONFIGURED: {},
  SIWE_AND_SIWX: {},
  FRAME_ERROR: { rpc: [-32603], standsFor: 'an error reply without a message' },
  REQUEST_ABORTED: { rpc: [-32603] },
  NETWORK_NOT_FOUND: {},
  CHAIN_ADAPTER_NOT_FOUND: {},
  CHAIN_NOT_SUPPORTED: {
    rpc: [4902],
    standsFor: 'a wallet’s 4902, -32603 on a switch, if adding the network also failed',
  },
  PROVIDER_NOT_FOUND: { rpc: [4900] },
  NO_ACCOUNTS_FOUND: {},
  CONNECTOR_TYPE_NOT_FOUND: {},
  CONNECT_FAILED: {},
  WALLET_NOT_CONNECTED: { rpc: [4900] },
  NOT_CONNECTED: { rpc: [4900] },
  INVALID_CHAIN_ID: {},
  WALLET_METHOD_UNSUPPORTED: {
    rpc: [4200],
    standsFor: 'a wallet’s 4200, -32004, -32601, 1001, 5101, 5102, 10001',
  },
  CONFIG_INVALID: {},
  SERVICE_NOT_CONFIGURED: {},
  SCREEN_NOT_OFFERED: {},
  KIT_NOT_PROVIDED: {},
  CONNECTION_DECLINED: { rpc: [4001], standsFor: 'a wallet’s 4001, 5000 while connecting' },
  REQUEST_ALREADY_PENDING: { rpc: [-32002], standsFor: 'a wallet’s -32002, -32005; SignError LIMIT_REACHED' },
  REQUEST_REJECTED: {
    rpc: [4001],
    standsFor: 'a wallet’s 4001, 5000 to 5003, or a refusal in its message; SignError USER_REJECTED',
  },
  SESSION_GONE: {
    rpc: [4900],
    standsFor: 'a wallet’s 4900, 6000, 7000, 7001; SignError SESSION_GONE, REQUEST_GONE',
  },
  WALLET_ANSWER_INVALID: { rpc: [-32603], standsFor: 'SignError PEER_INVALID' },
  WALLET_ANSWER_UNCLEAR: { rpc: [-32603], standsFor: 'any error of a wallet after a request to send' },
  SWITCH_DECLINED: { rpc: [4001], standsFor: 'a wallet’s 4001, 5000 on a switch' },
  RELAY_UNREACHABLE: {
    rpc: [4900],
    standsFor: 'SignError RELAY_UNREACHABLE, RELAY_REFUSED, RELAY_ERROR, WEBSOCKET_MISSING',
  },
  SERVICE_UNREACHABLE: { standsFor: 'no answer from a service' },
  SERVICE_TIMED_OUT: {},
  SERVICE_ANSWER_INVALID: {},
  SERVICE_REFUSED: { standsFor: 'HTTP 4xx and 5xx that no other row covers' },
  RATE_LIMITED: { standsFor: 'HTTP 429 with Retry-After' },
  STORAGE_UNAVAILABLE: {},
  SIWX_INIT_FAILED: {},
  SIGNATURE_DECLINED: {},
  SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED: {},
  SIWX_NOT_ENABLED: {},
  NO_ACTIVE_ADDRESS: {},
  NO_ACTIVE_NETWORK: { reserved: 'never: NETWORK_NOT_FOUND says it' },
  NO_CONNECTION_CLIENT: { reserved: 'never: the kit has no such client' },
  FRAME_TIMEOUT: { reserved: 'the embedded wallet' },
  FRAME_LOAD_FAILED: { reserved: 'the embedded wallet' },
  FRAME_NOT_SET: { reserved: 'the embedded wallet' },
  FRAME_PARENT_NOT_SET: { reserved: 'the embedded wallet' },
  TRANSACTIONS_FETCH_FAILED: {},
  TOKEN_BALANCE_UNAVAILABLE: {},
  SEND_FAILED: {},
  INSUFFICIENT_FEE_FUNDS: {},
  RECIPIENT_CHANGED: {},
  TRANSFER_REFUSED: {},
  SOLANA_SEND_FAILED: {
    reserved:
      'never: SEND_FAILED says it after a clear refusal; after anything else nobody may say “try again”',
  },
  SWAP_INIT_FAILED: { reserved: 'swaps' },
  NETWORK_TOKEN_PRICE_FAILED: { reserved: 'swaps' },
  ALLOWANCE_CHECK_FAILED: { reserved: 'swaps' },
  APPROVAL_TRANSACTION_FAILED: { reserved: 'swaps' },
  CREATE_TRANSACTION_FAILED: { reserved: 'swaps' },
  TRANSACTION_ERROR: { reserved: 'swaps' },
  NAME_RESOLUTION_FAILED: {},
  NAME_SUGGESTIONS_FAILED: { reserved: 'names' },
  NAMES_FOR_ADDRESS_FAILED: { reserved: 'names' },
  NAME_REGISTRATION_FAILED: { reserved: 'names' },
  ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND: { reserved: 'names' },
  ADAPTER_NOT_FOUND: { reserved: 'never: CHAIN_ADAPTER_NOT_FOUND says it' },
  CAIP_NETWORK_UNDEFINED: { reserved: 'never: NETWORK_NOT_FOUND says it' },
  NETWORK_CLIENT_NOT_SET: { reserved: 'never: the kit has no such client' },
  CONNECTION_CLIENT_NOT_SET: { reserved: 'never: the kit has no such client' },
  CLIENTS_NOT_SET: { reserved: 'never: the kit has no such clients' },
  CHAIN_REQUIRED_FOR_ACCOUNT: { reserved: 'never: types require the chain' },
  CHAIN_REQUIRED_FOR_CLIENT: { reserved: 'never: types require the chain' },
  CHAIN_REQUIRED_FOR_PROP: { reserved: 'never: types require the chain' },
  NETWORK_UNSUPPORTED_FOR_GAS_PRICE: { reserved: 'never: the kit asks nodes for the fee, not the service' },
  NETWORK_UNSUPPORTED_FOR_SWAPS: { reserved: 'swaps' },
  TRANSACTIONS_WITHOUT_ADDRESS: {},
  SWAP_WITHOUT_ADDRESS: { reserved: 'swaps' },
  UNIVERSAL_PROVIDER_UNDEFINED: { reserved: 'never: PROVIDER_NOT_FOUND says it' },
  SIGN_MESSAGE_FAILED: { reserved: 'never: REQUEST_REJECTED, WALLET_FAILED or WALLET_SILENT says why' },
  FEE_ESTIMATE_FAILED: {},
  CONNECT_SWITCH_NETWORK_FAILED: { reserved: 'never: SWITCH_DECLINED or CHAIN_NOT_SUPPORTED says why' },
  CONNECT_NETWORK_NOT_FOUND: { reserved: 'never: NETWORK_NOT_FOUND says it' },
  CONTRACT_METHOD_UNDEFINED: { reserved: 'never: the kit calls only contract methods that it knows' },
  CAPABILITIES_UNREADABLE: { reserved: 'never: a wallet whose capabilities cannot be read has none' },
  CONNECTION_NOT_SET: { reserved: 'never: NOT_CONNECTED says it' },
  ACCOUNT_NOT_FOUND: { reserved: 'never: ADDRESS_NOT_FOUND or NO_ACCOUNTS_FOUND says it' },
  EMPTY_RESULT: { reserved: 'never: WALLET_ANSWER_INVALID or SERVICE_ANSWER_INVALID says it' },
  WALLET_FEATURE_UNSUPPORTED: { reserved: 'never: WALLET_METHOD_UNSUPPORTED says it' },
  RPC_METHOD_NOT_ALLOWED: { rpc: [4200] },
  ACTION_NOT_ALLOWED: {},
  UNSUPPORTED_CHAIN: { reserved: 'never: CHAIN_NOT_SUPPORTED says it' },
  WALLET_TIMED_OUT: {},
  WALLET_SILENT: {
    rpc: [-32603],
    standsFor: 'a wallet’s 8000; SignError REQUEST_EXPIRED, PROPOSAL_EXPIRED, PEER_TIMED_OUT',
  },
  WALLET_FAILED: {
    rpc: [-32603],
    standsFor: 'a wallet’s error that no other row covers; SignError PEER_ERROR',
  },
  METHOD_NOT_GRANTED: {
    rpc: [4100],
    standsFor: 'a wallet’s 3001 to 3004, 4100, 5103; SignError METHOD_NOT_APPROVED, EVENT_NOT_APPROVED',
  },
  NETWORK_NOT_GRANTED: {
    rpc: [4100, 4902],
    standsFor: 'a wallet’s 3005, 4901, 4902, 5100, 5104; SignError CHAIN_NOT_APPROVED',
  },
  REQUEST_INVALID: {
    rpc: [-32602],
    standsFor:
      'a wallet’s -32600, -32602; SignError INPUT_INVALID, NAMESPACES_INVALID, URI_INVALID, URI_EXPIRED',
  },
  REQUEST_TOO_LARGE: {
    rpc: [-32602],
    standsFor: "SignError REQUEST_TOO_LARGE; relay 'Payload size exceeded'",
  },
  WALLETS_FETCH_FAILED: {},
  PAIRING_EXPIRED: { standsFor: 'SignError PROPOSAL_EXPIRED, URI_EXPIRED while connecting' },
  PROVIDER_UNDEFINED: {},
  ADDRESS_NOT_FOUND: {},
  WALLET_CONNECT_CONNECTOR_NOT_FOUND: {},
  ADAPTER_FOR_NAMESPACE_NOT_FOUND: {},
  DISCONNECT_FAILED: {},
  APPKIT_NOT_CREATED: {},
  APPKIT_UNSUPPORTED: {},
  PAGE_NOT_SECURE: {},
  WALLET_NETWORK_DIFFERS: { rpc: [4901] },
  WALLET_ACCOUNT_DIFFERS: { rpc: [4100] },
  TRANSFER_ALTERED: { standsFor: 'a signed transaction that is not the reviewed one' },
  REVIEW_OUTDATED: { rpc: [4100, 4901] },
  CODE_UNLOADED: {},
  NETWORK_UNREADABLE: {},
  TOKEN_UNREADABLE: {},
  TOKEN_DECIMALS_DIFFER: {},
  SEND_UNCONFIRMED: {},
} as const satisfies { readonly [code in ErrorCode]: ErrorFact }

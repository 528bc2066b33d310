/**
 * Every error the kit can show or throw: code -> exact text, `{slots}` to fill in.
 *
 * Codes cross HTTP, the frame and the wire; classes do not. The texts of spec §8 stand as the spec has them; the
 * groups below follow its order. Never remove or reword a code that has shipped: hosts compare them.
 */
export const errorTexts = {
  // Spec §8, alerts.
  INVALID_APP_CONFIGURATION: 'Invalid App Configuration',
  SWITCH_NETWORK_NOT_FOUND: 'Network Not Found',
  SOCIALS_TIMEOUT: 'Social login timed out. Please try again.',
  JWT_TOKEN_NOT_VALID: 'Session Expired',
  INVALID_PROJECT_ID: 'Invalid project ID',
  PROJECT_ID_NOT_CONFIGURED: 'project id not configured',

  // Spec §8, authentication and SIWX.
  SIWX_INIT_FAILED: 'A problem occurred while trying initialize authentication',
  SIGNATURE_DECLINED: 'Signature declined',
  SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED: 'This application might not support Smart Accounts',
  SIWX_NOT_ENABLED: 'SIWX is not enabled',
  NO_ACTIVE_ADDRESS: 'No ActiveCaipAddress found',
  NO_ACTIVE_NETWORK: 'No ActiveCaipNetwork or client found',
  NO_CONNECTION_CLIENT: 'No ConnectionController client found',
  SIWE_AND_SIWX: 'Cannot set both `siweConfig` and `siwx` options',

  // Spec §8, frame and transport.
  FRAME_ERROR: 'An error occurred',
  FRAME_TIMEOUT: 'Something went wrong',
  REQUEST_ABORTED: 'Request was aborted',
  FRAME_LOAD_FAILED: 'Unable to load email login dependency',
  FRAME_NOT_SET: 'W3mFrame: iframe is not set',
  FRAME_PARENT_NOT_SET: 'W3mFrame: parent is not set',

  // Spec §8, data and flows.
  TRANSACTIONS_FETCH_FAILED: 'Failed to fetch transactions',
  TOKEN_BALANCE_UNAVAILABLE: 'Token Balance Unavailable',
  SEND_FAILED: 'Something went wrong',
  SOLANA_SEND_FAILED: 'Failed to send transaction. Please try again.',
  UNSUPPORTED_CHAIN: 'Unsupported chain',
  DISCONNECT_FAILED: 'Failed to disconnect',
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
  NETWORK_NOT_FOUND: 'Network not found',
  ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND: 'Address or auth connector not found',
  CHAIN_ADAPTER_NOT_FOUND: 'Chain adapter not found',
  ADAPTER_NOT_FOUND: 'Adapter not found',
  ADAPTER_FOR_NAMESPACE_NOT_FOUND: 'The adapter for {namespace} does not exist',
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
  CHAIN_NOT_SUPPORTED: 'Chain is not supported',

  // Spec §8, wallets and adapters.
  WALLET_CONNECT_CONNECTOR_NOT_FOUND: 'WalletConnectConnector not found',
  UNIVERSAL_PROVIDER_UNDEFINED: 'UniversalAdapter:signMessage - provider is undefined',
  PROVIDER_UNDEFINED: 'Provider is undefined',
  PROVIDER_NOT_FOUND: 'Provider not found',
  NO_ACCOUNTS_FOUND: 'No accounts found',
  CONNECTOR_TYPE_NOT_FOUND: 'Connector type not found',
  SIGN_MESSAGE_FAILED: 'signMessage - Sign message failed',
  ESTIMATE_GAS_FAILED: 'estimateGas - Estimate gas failed',
  CONNECT_SWITCH_NETWORK_FAILED: 'connect - Switch network failed',
  CONNECT_NETWORK_NOT_FOUND: 'connect - could not find the caipNetwork to switch',
  CONTRACT_METHOD_UNDEFINED: 'Contract method is undefined',
  CAPABILITIES_UNREADABLE: 'Error parsing wallet capabilities',
  CONNECTION_NOT_SET: 'Connection is not set',
  CONNECT_FAILED: 'Failed to connect to the wallet',
  WALLET_NOT_CONNECTED: 'Wallet not connected',
  NOT_CONNECTED: 'Not connected',
  ACCOUNT_NOT_FOUND: 'Account not found',
  ADDRESS_NOT_FOUND: 'Address not found',
  INVALID_CHAIN_ID: 'Invalid chain id',
  EMPTY_RESULT: 'Empty result',
  WALLET_FEATURE_UNSUPPORTED: 'wallet does not support the feature {feature}',
  WALLET_METHOD_UNSUPPORTED: 'the method {method} is not supported by the wallet',
  RPC_METHOD_NOT_ALLOWED: 'Requested RPC call is not allowed',
  ACTION_NOT_ALLOWED: 'Action not allowed',

  // Configuration and host mistakes, beyond the spec's list.
  CONFIG_INVALID: 'Invalid configuration: {problems}',
  SERVICE_NOT_CONFIGURED: 'No {service} service is configured. Set `services` in createKit.',
  KIT_NOT_PROVIDED: '{hook} was called outside <LatchkeyProvider>. Wrap your app in it and pass it the kit.',
  LINK_INVALID: 'This wallet has no valid link',

  // Connecting, beyond the spec's list.
  CONNECTION_DECLINED: 'Connection declined',
  REQUEST_ALREADY_PENDING: 'A request is already open in {wallet}. Open your wallet to continue.',
  REQUEST_REJECTED: 'Rejected in {wallet}. Try again when you are ready.',
  PAIRING_EXPIRED: 'The connection request expired. A new code is ready.',
  SESSION_GONE: 'The wallet has ended this session. Connect again to continue.',
  WALLET_ANSWER_INVALID: 'Wallet sent an invalid answer',
  WALLET_TIMED_OUT: '{wallet} did not answer. Open it and try again.',
  WALLET_NETWORK_CHANGED: 'Network changed',
  REQUEST_TOO_LARGE: 'Request too large for this wallet',
  SWITCH_DECLINED: 'Switch declined',

  // Services and network.
  RELAY_UNREACHABLE: 'The connection service cannot be reached. Check your network and try again.',
  SERVICE_UNREACHABLE: 'The {service} service cannot be reached. Check your network and try again.',
  SERVICE_TIMED_OUT: 'The {service} service did not answer in time. Try again.',
  SERVICE_ANSWER_INVALID: 'The {service} service sent an answer that could not be read.',
  SERVICE_REFUSED: 'The {service} service answered with status {status}.',
  RATE_LIMITED: 'Too many requests. Try again in {seconds} seconds.',
  WALLETS_FETCH_FAILED: 'Could not load wallets',
  STORAGE_UNAVAILABLE: "We can't remember this browser",
} as const

export type ErrorCode = keyof typeof errorTexts

type SlotNames<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | SlotNames<rest>
  : never

/** What a code's text needs filled in: `{ name: string }` for `'… {name}'`, nothing for a text without slots. */
export type ErrorSlots<code extends ErrorCode> = {
  readonly [name in SlotNames<(typeof errorTexts)[code]>]: string | number
}

type Options<code extends ErrorCode> = {
  /** What goes into the text's `{slots}`. */
  readonly slots?: ErrorSlots<code> | undefined
  /** The other side's own words (a wallet's message, a server's body): for logs and details, never for a screen. */
  readonly details?: string | undefined
  readonly cause?: unknown
}

type Arguments<code extends ErrorCode> =
  SlotNames<(typeof errorTexts)[code]> extends never
    ? [options?: Options<code>]
    : [options: Options<code> & { readonly slots: ErrorSlots<code> }]

/**
 * The one error class of the kit. `message` is the catalogue's text for `code`, ready for a screen.
 *
 * @example
 * ```ts
 * throw new KitError('NAME_REGISTRATION_FAILED', { slots: { name: 'ada' }, cause })
 * ```
 */
export class KitError<code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'KitError'
  readonly code: code
  readonly slots: { readonly [name: string]: string | number }
  readonly details: string | undefined

  constructor(code: code, ...[options]: Arguments<code>) {
    const slots: { readonly [name: string]: string | number } = options?.slots ?? {}
    super(fillSlots(errorTexts[code], slots), options?.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.slots = slots
    this.details = options?.details
  }
}

/** Narrows to a {@link KitError}, of one code if given; works across two copies of the library on one page. */
export function isKitError<code extends ErrorCode = ErrorCode>(
  value: unknown,
  code?: code,
): value is KitError<code> {
  if (!(value instanceof Error) || value.name !== 'KitError' || !('code' in value)) return false
  return code === undefined || value.code === code
}

/** Fills `{name}` slots of a text; an unknown slot stays as it is, so that a mistake is seen. */
export function fillSlots(text: string, slots: { readonly [name: string]: string | number }): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole))
}

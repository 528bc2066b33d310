import type { accountErrorTexts } from './accountErrors.js'

/**
 * The errors of connecting: code -> exact text, `{slots}` to fill in. Those of the account's flows are in
 * `accountErrors.ts`, because they are not needed before anything is clicked.
 *
 * Codes cross HTTP, the frame and the wire; classes do not. The texts of spec §8 stand as the spec has them; the
 * groups below follow its order. Never remove or reword a code that has shipped: hosts compare them.
 */
export const connectErrorTexts = {
  // Spec §8, alerts.
  INVALID_APP_CONFIGURATION: 'Invalid App Configuration',
  SWITCH_NETWORK_NOT_FOUND: 'Network Not Found',
  SOCIALS_TIMEOUT: 'Social login timed out. Please try again.',
  JWT_TOKEN_NOT_VALID: 'Session Expired',
  INVALID_PROJECT_ID: 'Invalid project ID',
  PROJECT_ID_NOT_CONFIGURED: 'project id not configured',

  // Spec §8, authentication and SIWX.
  SIWE_AND_SIWX: 'Cannot set both `siweConfig` and `siwx` options',

  // Spec §8, frame and transport.
  FRAME_ERROR: 'An error occurred',
  REQUEST_ABORTED: 'Request was aborted',

  // Spec §8, data and flows.
  NETWORK_NOT_FOUND: 'Network not found',
  CHAIN_ADAPTER_NOT_FOUND: 'Chain adapter not found',
  CHAIN_NOT_SUPPORTED: 'Chain is not supported',

  // Spec §8, wallets and adapters.
  PROVIDER_NOT_FOUND: 'Provider not found',
  NO_ACCOUNTS_FOUND: 'No accounts found',
  CONNECTOR_TYPE_NOT_FOUND: 'Connector type not found',
  CONNECT_FAILED: 'Failed to connect to the wallet',
  WALLET_NOT_CONNECTED: 'Wallet not connected',
  NOT_CONNECTED: 'Not connected',
  INVALID_CHAIN_ID: 'Invalid chain id',
  WALLET_METHOD_UNSUPPORTED: 'the method {method} is not supported by the wallet',

  // Configuration and host mistakes, beyond the spec's list.
  CONFIG_INVALID: 'Invalid configuration: {problems}',
  SERVICE_NOT_CONFIGURED: 'No {service} service is configured. Set `services` in createKit.',
  KIT_NOT_PROVIDED: '{hook} was called outside <LatchkeyProvider>. Wrap your app in it and pass it the kit.',

  // Connecting, beyond the spec's list.
  CONNECTION_DECLINED: 'Connection declined',
  REQUEST_ALREADY_PENDING: 'A request is already open in {wallet}. Open your wallet to continue.',
  REQUEST_REJECTED: 'Rejected in {wallet}. Try again when you are ready.',
  SESSION_GONE: 'The wallet has ended this session. Connect again to continue.',
  WALLET_ANSWER_INVALID: 'Wallet sent an invalid answer',
  SWITCH_DECLINED: 'Switch declined',

  // Services and network.
  RELAY_UNREACHABLE: 'The connection service cannot be reached. Check your network and try again.',
  SERVICE_UNREACHABLE: 'The {service} service cannot be reached. Check your network and try again.',
  SERVICE_TIMED_OUT: 'The {service} service did not answer in time. Try again.',
  SERVICE_ANSWER_INVALID: 'The {service} service sent an answer that could not be read.',
  SERVICE_REFUSED: 'The {service} service answered with status {status}.',
  RATE_LIMITED: 'Too many requests. Try again in {seconds} seconds.',
  STORAGE_UNAVAILABLE: "We can't remember this browser",
} as const

/** Every code of the catalogue, with its text. */
type ErrorTexts = typeof connectErrorTexts & typeof accountErrorTexts
export type ConnectErrorCode = keyof typeof connectErrorTexts
export type ErrorCode = keyof ErrorTexts

type SlotNames<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | SlotNames<rest>
  : never

/** What a code's text needs filled in: `{ name: string }` for `'… {name}'`, nothing for a text without slots. */
export type ErrorSlots<code extends ErrorCode> = {
  readonly [name in SlotNames<ErrorTexts[code]>]: string | number
}

type Options<code extends ErrorCode> = {
  /** What goes into the text's `{slots}`. */
  readonly slots?: ErrorSlots<code> | undefined
  /** The other side's own words (a wallet's message, a server's body): for logs and details, never for a screen. */
  readonly details?: string | undefined
  readonly cause?: unknown
  /** The code's text, where it is not among {@link connectErrorTexts}. */
  readonly text?: string | undefined
}

/** A code whose text has slots must be given them. */
export type ErrorArguments<code extends ErrorCode> =
  SlotNames<ErrorTexts[code]> extends never
    ? [options?: Options<code>]
    : [options: Options<code> & { readonly slots: ErrorSlots<code> }]

/**
 * The one error class of the kit. `message` is the catalogue's text for `code`, ready for a screen.
 *
 * @example
 * ```ts
 * throw new KitError('CONNECT_FAILED', { cause })
 * ```
 */
export class KitError<code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'KitError'
  readonly code: code
  readonly slots: { readonly [name: string]: string | number }
  readonly details: string | undefined

  constructor(code: code, ...[options]: ErrorArguments<code>) {
    const slots: { readonly [name: string]: string | number } = options?.slots ?? {}
    const texts: { readonly [code: string]: string } = connectErrorTexts
    const text = options?.text ?? texts[code] ?? code
    super(fillSlots(text, slots), options?.cause === undefined ? {} : { cause: options.cause })
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

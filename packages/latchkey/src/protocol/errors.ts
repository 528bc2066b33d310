import type { accountErrorTexts } from './accountErrorTexts.js'
import type { embeddedErrorTexts } from './embeddedErrorTexts.js'
import type { reservedErrorTexts } from './reservedErrorTexts.js'
import type { walletErrorTexts } from './walletErrorTexts.js'

/**
 * The errors of page load: code -> exact text, with `{slots}` to fill in. `walletErrorTexts.ts` has those of wallets
 * and `accountErrorTexts.ts` those of the account's flows, because neither is needed before the first click;
 * `embeddedErrorTexts.ts` has those of the embedded wallet, which most pages do not have.
 *
 * Codes cross HTTP, the frame and the wire; classes do not. The texts of spec §8 are verbatim; the groups below follow
 * its order. Never remove or reword a code that has shipped: hosts compare them.
 */
export const startErrorTexts = {
  // Spec §8, authentication and SIWX.
  SIWE_AND_SIWX: 'Cannot set both `siweConfig` and `siwx` options',

  // Spec §8, frame and transport.
  FRAME_ERROR: 'An error occurred',
  REQUEST_ABORTED: 'Request was aborted',

  // Spec §8, data and flows.
  NETWORK_NOT_FOUND: 'Network not found',

  // Spec §8, wallets and adapters.
  NOT_CONNECTED: 'Not connected',
  INVALID_CHAIN_ID: 'Invalid chain id',

  // Configuration and host mistakes, beyond the spec's list.
  CONFIG_INVALID: 'Invalid configuration: {problems}',
  SERVICE_NOT_CONFIGURED: 'No {service} service is configured. Set `services` in createKit.',
  KIT_NOT_PROVIDED: '{hook} was called outside <LatchkeyProvider>. Wrap your app in it and pass it the kit.',

  // Services and network.
  SERVICE_UNREACHABLE: 'The {service} service cannot be reached. Check your network and try again.',
  SERVICE_TIMED_OUT: 'The {service} service did not answer in time. Try again.',
  SERVICE_ANSWER_INVALID: 'The {service} service sent an answer that could not be read.',
  SERVICE_REFUSED: 'The {service} service answered with status {status}.',
  RATE_LIMITED: 'Too many requests. Try again in {seconds} seconds.',
  STORAGE_UNAVAILABLE: "We can't remember this browser",
} as const

/** Every code of the catalogue, with its text. */
type ErrorTexts = typeof startErrorTexts &
  typeof walletErrorTexts &
  typeof accountErrorTexts &
  typeof embeddedErrorTexts &
  typeof reservedErrorTexts
type StartErrorCode = keyof typeof startErrorTexts
export type ErrorCode = keyof ErrorTexts

type SlotNames<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | SlotNames<rest>
  : never

/** The slots of a code's text: `{ name: string }` for `'… {name}'`, nothing for a text without slots. */
export type ErrorSlots<code extends ErrorCode> = {
  readonly [name in SlotNames<ErrorTexts[code]>]: string | number
}

type Options<code extends ErrorCode> = {
  /** Values for the text's `{slots}`. */
  readonly slots?: ErrorSlots<code> | undefined
  /** The other side's own words (a wallet's message, a server's body): for logs and details, never for a screen. */
  readonly details?: string | undefined
  readonly cause?: unknown
  /** The code's text, if it is not in {@link startErrorTexts}. */
  readonly text?: string | undefined
}

/**
 * A code that is not among {@link startErrorTexts} must be given its text: without it, a visitor would read the code.
 */
type Text<code extends ErrorCode> = code extends StartErrorCode ? unknown : { readonly text: string }

/** The arguments of {@link KitError} after the code. */
export type KitErrorArguments<code extends ErrorCode> =
  unknown extends Text<code>
    ? ErrorArguments<code>
    : [options: NonNullable<ErrorArguments<code>[0]> & Text<code>]

/** A code whose text has slots must be given them. */
export type ErrorArguments<code extends ErrorCode> =
  SlotNames<ErrorTexts[code]> extends never
    ? [options?: Options<code>]
    : [options: Options<code> & { readonly slots: ErrorSlots<code> }]

/**
 * The kit's only error class. `message` is the catalogue's text for `code`, ready to show.
 *
 * @example
 * ```ts
 * throw new KitError('NETWORK_NOT_FOUND', { cause })
 * ```
 */
export class KitError<code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'KitError'
  readonly code: code
  readonly slots: { readonly [name: string]: string | number }
  readonly details: string | undefined

  constructor(code: code, ...[options]: KitErrorArguments<code>) {
    const slots: { readonly [name: string]: string | number } = options?.slots ?? {}
    const texts: { readonly [code: string]: string } = startErrorTexts
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

import type {
  Answer,
  commitWallet,
  commitWalletBody,
  deleteAccount,
  deleteAccountBody,
  getAudit,
  getWallet,
  makeChallenge,
  makeHalf,
  makeHalfBody,
  noteExport,
  prepareWallet,
  prepareWalletBody,
  releaseHalf,
  releaseHalfBody,
} from 'latchkey/protocol'
import type * as v from 'valibot'

/** The calls to the key service, each with the session and a proof. They throw {@link KeysError}. */
export type KeyCalls = {
  wallet(): Promise<Answer<typeof getWallet>>
  half(body: v.InferOutput<typeof makeHalfBody>): Promise<Answer<typeof makeHalf>>
  prepare(body: v.InferOutput<typeof prepareWalletBody>): Promise<Answer<typeof prepareWallet>>
  commit(body: v.InferOutput<typeof commitWalletBody>): Promise<Answer<typeof commitWallet>>
  release(body: v.InferOutput<typeof releaseHalfBody>): Promise<Answer<typeof releaseHalf>>
  challenge(): Promise<Answer<typeof makeChallenge>>
  noteExport(): Promise<Answer<typeof noteExport>>
  audit(): Promise<Answer<typeof getAudit>>
  delete(body: v.InferOutput<typeof deleteAccountBody>): Promise<Answer<typeof deleteAccount>>
}

/**
 * A call to the key service failed. `status` is 0 if there was no answer, or none that can be read: what was asked may have been done all the
 * same.
 */
export class KeysError extends Error {
  override readonly name = 'KeysError'
  readonly status: number
  /** The service's code: `RATE_LIMITED`, `LOGIN_AGAIN`, `KEYS_UNREACHABLE`. */
  readonly code: string
  /** Seconds after which to ask again, if the service says so. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    {
      status,
      code,
      retryAfter,
      cause,
    }: {
      readonly status: number
      readonly code: string
      readonly retryAfter?: number | undefined
      readonly cause?: unknown
    },
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Whether the service cannot read what it has stored: asking again does not help. */
export function isStoredDamage(error: unknown): boolean {
  return error instanceof KeysError && error.code === 'DAMAGED'
}

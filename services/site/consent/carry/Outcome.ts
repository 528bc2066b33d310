import type { FrameErrorCode } from 'latchkey/frame'
import type { Refusal, RefusalReason } from '../../accounts/Refusal.js'

/** How a request ended. */
export type Outcome =
  | { readonly status: 'done'; readonly result: unknown }
  /** Nothing was sent. */
  | { readonly status: 'refused'; readonly error: OutcomeError & { readonly reason: RefusalReason } }
  /**
   * It was signed and may have been sent: nobody answered. `id` finds it, if it was. `result`: what the app gets all the
   * same, if the method answers with something by which the app can look for it.
   */
  | {
      readonly status: 'unknown'
      readonly error: OutcomeError
      readonly id: string
      readonly result?: unknown
    }

/** In the form of the frame's error reply. */
type OutcomeError = {
  readonly code: FrameErrorCode
  readonly message: string
  /** EIP-1193, EIP-5792 or JSON-RPC. */
  readonly rpc: number
}

export const done = (result: unknown): Outcome => ({ status: 'done', result })

export function refused({ code, message, rpc, reason }: Refusal): Outcome {
  return { status: 'refused', error: { code, message, rpc, reason } }
}

export function unknown(id: string, result?: unknown): Outcome {
  const message = `The network did not answer. It may have been sent: ${id.slice(0, 100)}`
  return { status: 'unknown', error: { code: 'network', message, rpc: -32603 }, id, result }
}

import type { FrameRequestOptions } from '../core/FrameClient.js'
import type { FrameRequestType } from '../protocol/frame/messages.js'

/** A request to the frame, from the call until its promise is settled. */
export type FrameAsk = {
  /** 128 random bits in base64url. */
  readonly id: string
  readonly type: FrameRequestType
  /** Plain JSON. */
  readonly payload: unknown
  readonly options: FrameRequestOptions
  resolve(answer: unknown): void
  reject(error: unknown): void
}

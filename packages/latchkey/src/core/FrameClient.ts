import type { HostEvent, HostEventType } from '../protocol/frame/hostEvents.js'
import type {
  FrameAnswer,
  FrameEvent,
  FrameEventType,
  FramePayload,
  FrameRequestType,
} from '../protocol/frame/messages.js'

/** What the frame of the embedded wallet reports without being asked. */
export type FrameNews =
  | {
      [type in FrameEventType]: { readonly type: type; readonly payload: FrameEvent<type> }
    }[FrameEventType]
  /** The frame that was there is gone, with all that it was asked for. Another may follow, which says `READY`. */
  | { readonly type: 'LOST' }

/** Where the frame lies, in CSS pixels of the viewport. */
export type FramePlace = {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
  /** The corners, as CSS: `'0 0 28px 28px'`. @default square */
  readonly radius?: string | undefined
}

export type FrameRequestOptions = {
  /** Gives the request up: the frame is told, and the promise rejects with `REQUEST_ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /** The frame asks its visitor for consent; of such requests only some may wait at once. */
  readonly isConsent?: boolean | undefined
  /**
   * The frame may already have carried the request out when it is given up: so its own answer is awaited for some
   * seconds, and counts.
   */
  readonly isCareful?: boolean | undefined
}

/**
 * The host's end of the embedded wallet's frame (spec §10 "Frame messages"). The frame is loaded with the first request,
 * and again if it dies.
 */
export type FrameClient = {
  /**
   * Asks the frame. Its answer has been read by the schema of the request's type.
   *
   * @throws `REQUEST_INVALID`, `REQUEST_TOO_LARGE`, `REQUEST_ALREADY_PENDING`: nothing was sent. `FRAME_LOAD_FAILED`:
   *   there is no frame. `FRAME_RESTARTED`, `FRAME_TIMEOUT`, `FRAME_ERROR`: it is not known what the frame did.
   *   `REQUEST_ABORTED`; `REQUEST_WITHDRAWN`: nothing was signed; and what the frame's error codes stand for.
   */
  request<type extends FrameRequestType>(
    type: type,
    payload?: FramePayload<type>,
    options?: FrameRequestOptions,
  ): Promise<FrameAnswer<type>>
  /** Tells the frame something. Without a frame nothing happens. */
  tell<type extends HostEventType>(type: type, payload: HostEvent<type>): void
  subscribe(listener: (news: FrameNews) => void): () => void
  /** The frame's element; `undefined` while there is no frame. */
  element(): HTMLIFrameElement | undefined
  /**
   * Shows the frame at a place of the viewport, or moves it there; without a frame nothing happens.
   *
   * @param focus Moves the keyboard into it, to its first or its last control.
   */
  show(place: FramePlace, focus?: 'first' | 'last'): void
  hide(): void
  isShown(): boolean
  /** Loads the frame anew; whatever it was asked for is rejected. */
  reload(): void
  /** Takes the frame out of the page. The next request loads it again. */
  stop(): void
}

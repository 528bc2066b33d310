import type { FrameAddress } from './frameAddress.js'

/** The host's end of a channel. */
export type FramePort = {
  post(message: unknown): void
  /** Begins to take messages. `onClose` is called when the other end is gone, in browsers that tell. */
  listen(onMessage: (data: unknown) => void, onClose: () => void): void
  close(): void
}

/** What a page hears from its windows and frames. */
export type PageMessage = { readonly source: unknown; readonly origin: string; readonly data: unknown }

/** A frame in the page. */
export type MountedFrame = {
  readonly element: HTMLIFrameElement | undefined
  /** Whether a message's source is this frame's window. */
  isSource(source: unknown): boolean
  /** Posts to the frame's window, if its origin is the frame's address's; with one end of a channel. */
  post(message: unknown, port: unknown): void
  remove(): void
}

/** The page around the client; a test brings its own. */
export type FramePage = {
  /**
   * Adds a frame to the page. `onLost` is called if the page removes it, `onLoad` each time that it has loaded a
   * document.
   *
   * @throws `FRAME_PARENT_NOT_SET`: there is no page.
   */
  mount(
    address: FrameAddress,
    events: { readonly onLost: () => void; readonly onLoad: () => void },
  ): MountedFrame
  onMessage(listener: (message: PageMessage) => void): () => void
  createChannel(): { readonly own: FramePort; readonly theirs: unknown }
  /** Whether the page is in the background, where browsers let timers run late. */
  isHidden(): boolean
}

import type { FramePage, FramePort, MountedFrame, PageMessage } from '../../frame/FramePage.js'

/** A message on a port, as the host posted it. */
type PostedMessage = {
  readonly k: string
  readonly t: string
  readonly id: string
  readonly seq: number
  readonly payload?: unknown
}

/** The frame's end of a channel. */
export type FakePort = {
  /** What the host posted, oldest first. */
  readonly posted: readonly PostedMessage[]
  readonly isClosed: boolean
  /** Posts anything to the host. */
  post(message: unknown): void
  /** The other end goes away. */
  die(): void
}

/** A frame in the page. */
export type FakeFrame = {
  /** Its window, which messages name as their source. */
  readonly window: object
  readonly src: string
  readonly isMounted: boolean
  /** The answers to its `hello`s, each with its port. */
  readonly inits: readonly {
    readonly message: { readonly [name: string]: unknown }
    readonly port: FakePort
  }[]
  /** The page takes it out. */
  vanish(): void
  /** It has loaded a document. */
  load(): void
}

export type FakeFramePage = FramePage & {
  readonly frames: readonly FakeFrame[]
  /** Posts to the page's window. */
  say(message: PageMessage): void
  isInBackground: boolean
}

/** A page with frames for tests of the frame client: it does nothing by itself. */
export function fakeFramePage(): FakeFramePage {
  const frames: FakeFrame[] = []
  const listeners = new Set<(message: PageMessage) => void>()
  const page: FakeFramePage = {
    frames,
    isInBackground: false,
    isHidden: () => page.isInBackground,
    say(message) {
      for (const listener of [...listeners]) listener(message)
    },
    onMessage(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    createChannel: fakeChannel,
    mount({ src }, { onLost, onLoad }): MountedFrame {
      const window = {}
      const inits: { message: { [name: string]: unknown }; port: FakePort }[] = []
      let isMounted = true
      frames.push({
        window,
        src,
        inits,
        get isMounted() {
          return isMounted
        },
        vanish() {
          isMounted = false
          onLost()
        },
        load: onLoad,
      })
      return {
        element: undefined,
        isSource: (source) => source === window,
        post: (message, port) =>
          void inits.push({ message: message as { [name: string]: unknown }, port: port as FakePort }),
        remove() {
          isMounted = false
        },
      }
    },
  }
  return page
}

function fakeChannel(): { readonly own: FramePort; readonly theirs: FakePort } {
  const posted: PostedMessage[] = []
  let hear: ((data: unknown) => void) | undefined
  let tellClose: (() => void) | undefined
  let isClosed = false
  return {
    own: {
      post: (message) => void (isClosed || posted.push(message as PostedMessage)),
      listen(onMessage, onClose) {
        hear = onMessage
        tellClose = onClose
      },
      close() {
        isClosed = true
      },
    },
    theirs: {
      posted,
      get isClosed() {
        return isClosed
      },
      post(message) {
        if (!isClosed) hear?.(message)
      },
      die() {
        if (!isClosed) tellClose?.()
      },
    },
  }
}

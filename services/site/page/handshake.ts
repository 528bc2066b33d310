import { frameHandshake, frameVersion } from 'latchkey/frame'
import * as v from 'valibot'

/** The page that embeds the wallet, as the handshake has shown it. */
export type HostPage = {
  readonly port: MessagePort
  /** From the event that brought the port: what surfaces show, and what sign-in texts are compared with. */
  readonly origin: string
  readonly projectId: string
  /** The name and version of the client, for logs. */
  readonly sdk: string
}

/** The parts of a window that the handshake uses; a test brings its own. */
export type FrameWindow = {
  readonly parent: { postMessage(message: unknown, target: string): void }
  readonly top: unknown
  /** Browsers other than older Firefoxes list the pages around the frame. */
  readonly ancestorOrigins: { readonly length: number } | undefined
  onMessage(listener: (message: FrameMessage) => void): () => void
}

export type FrameMessage = {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

/**
 * Waits for the page that embeds the wallet (spec §10 "Frame messages"). Says `hello`, which contains nothing secret, and takes the first valid `init`:
 * from the parent, from an origin that the project lists, with the nonce of this document and one port. Then it hears no window any more.
 *
 * Resolves to `undefined` at once if the page around the frame is itself embedded: the wallet shows nothing there.
 */
export function awaitHost(
  frame: FrameWindow,
  { projectId, isAllowed, newId }: awaitHost.Parameters,
): Promise<HostPage | undefined> {
  const isNested =
    frame.ancestorOrigins === undefined ? frame.parent !== frame.top : frame.ancestorOrigins.length !== 1
  if (isNested) return Promise.resolve(undefined)
  const frameNonce = newId()
  return new Promise((resolve) => {
    const stop = frame.onMessage(({ source, origin, data, ports }) => {
      if (source !== frame.parent || !isAllowed(origin)) return
      const init = v.safeParse(frameHandshake.init, data)
      const [port, ...more] = ports
      if (!init.success || init.output.frameNonce !== frameNonce || port === undefined || more.length > 0)
        return
      // A frame that is loaded for one project serves no other.
      if (init.output.projectId !== projectId) return
      stop()
      resolve({ port, origin, projectId, sdk: init.output.sdk })
    })
    frame.parent.postMessage({ type: 'latchkey:hello', v: frameVersion, frameNonce }, '*')
  })
}

export declare namespace awaitHost {
  type Parameters = {
    readonly projectId: string
    readonly isAllowed: (origin: string) => boolean
    /** Makes 128 random bits in base64url. */
    readonly newId: () => string
  }
}

/** This window, as an iframe sees it. */
export function frameWindow(): FrameWindow {
  const { parent, top } = window
  return {
    parent,
    top,
    ancestorOrigins: location.ancestorOrigins,
    onMessage(listener) {
      window.addEventListener('message', listener)
      return () => window.removeEventListener('message', listener)
    },
  }
}

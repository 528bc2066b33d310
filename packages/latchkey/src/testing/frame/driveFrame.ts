import type { FrameErrorCode } from '../../protocol/frame/envelope.js'
import type { FrameEvent, FrameEventType, FrameRequestType } from '../../protocol/frame/messages.js'
import type { FrameScript } from './scriptedFrameClient.js'

/** What the page in the frame tells the test. */
export type FromTestFrame =
  | { readonly kind: 'loaded'; readonly search: string; readonly path: string }
  | {
      readonly kind: 'heard'
      readonly k: string
      readonly t: string
      readonly id: string
      readonly payload?: unknown
    }
  | { readonly kind: 'pressed'; readonly name: string }

/** What the test has the page in the frame do. */
export type ToTestFrame =
  | { readonly kind: 'answer'; readonly t: string; readonly id: string; readonly payload?: unknown }
  | { readonly kind: 'fail'; readonly t: string; readonly id: string; readonly error: unknown }
  | { readonly kind: 'emit'; readonly t: string; readonly payload: unknown }

type FailureDetails = { readonly triesLeft?: number; readonly seconds?: number; readonly rpc?: number }

/** An answer of the script that the frame sends as an error. */
export class FrameFailure extends Error {
  readonly code: FrameErrorCode
  readonly more: FailureDetails

  constructor(code: FrameErrorCode, more: FailureDetails = {}) {
    super(code)
    this.code = code
    this.more = more
  }
}

export type DrivenFrame = {
  /** What the frame's page has told. */
  readonly told: readonly FromTestFrame[]
  /** The payloads of the requests of a type, oldest first. */
  asked(type: FrameRequestType): readonly unknown[]
  /** The payloads of the host's events of a type, oldest first. */
  events(type: string): readonly unknown[]
  /** The requests that the host has given up. */
  cancelled(): readonly string[]
  emit<type extends FrameEventType>(type: type, payload: FrameEvent<type>): void
  /** Resolves when the button is pressed in the frame. */
  pressed(name: 'Approve' | 'Decline'): Promise<void>
  stop(): void
}

/** The address of the wallet's site in component tests: another origin than the test's page. */
export function testFrameUrl(): string {
  return `${location.protocol}//frame.localhost:${location.port}`
}

/**
 * Answers the requests of the frame that the kit opens in the test's page, by a script, over the frame's own page
 * (`testFramePage.ts`): what lies between is a real iframe of another origin.
 */
export function driveFrame(script: FrameScript): DrivenFrame {
  const told: FromTestFrame[] = []
  const presses = new Map<string, () => void>()
  let port: MessagePort | undefined
  let driven: HTMLIFrameElement | undefined

  const send = (message: ToTestFrame) => port?.postMessage(message)

  async function answer({ t, id, payload }: Extract<FromTestFrame, { kind: 'heard' }>) {
    const type = t as FrameRequestType
    const scripted: unknown = script[type]
    send({ kind: 'emit', t: 'HEARTBEAT', payload: { id } })
    try {
      const answered = typeof scripted === 'function' ? await scripted(payload) : scripted
      send(answered === undefined ? { kind: 'answer', t, id } : { kind: 'answer', t, id, payload: answered })
    } catch (error) {
      const { code, more } = error instanceof FrameFailure ? error : new FrameFailure('failed')
      send({ kind: 'fail', t, id, error: { code, message: code, ...more } })
    }
  }

  function hear(message: FromTestFrame) {
    told.push(message)
    if (message.kind === 'pressed') presses.get(message.name)?.()
    if (message.kind === 'heard' && message.k === 'req') void answer(message)
  }

  function drive() {
    const element = document.querySelector<HTMLIFrameElement>('#latchkey-frame')
    if (element === null || element === driven) return
    driven = element
    const channel = new MessageChannel()
    port = channel.port1
    channel.port1.onmessage = ({ data }: MessageEvent<FromTestFrame>) => hear(data)
    element.addEventListener('load', () =>
      element.contentWindow?.postMessage({ type: 'test:driver' }, '*', [channel.port2]),
    )
  }

  const watching = new MutationObserver(drive)
  watching.observe(document.body, { childList: true })
  drive()

  const heard = () => told.filter((one) => one.kind === 'heard')
  return {
    told,
    asked: (type) =>
      heard()
        .filter(({ k, t }) => k === 'req' && t === type)
        .map(({ payload }) => payload),
    events: (type) =>
      heard()
        .filter(({ k, t }) => k === 'evt' && t === type)
        .map(({ payload }) => payload),
    cancelled: () =>
      heard()
        .filter(({ k }) => k === 'cancel')
        .map(({ t }) => t),
    emit: (t, payload) => send({ kind: 'emit', t, payload }),
    pressed: (name) => new Promise((resolve) => presses.set(name, resolve)),
    stop() {
      watching.disconnect()
      port?.close()
    },
  }
}

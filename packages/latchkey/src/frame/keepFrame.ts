import * as v from 'valibot'
import type { FrameNews } from '../core/FrameClient.js'
import { embeddedError } from '../protocol/embeddedErrors.js'
import { KitError } from '../protocol/errors.js'
import { frameHandshake, frameVersion } from '../protocol/frame/envelope.js'
import { frameSettlingTime } from '../protocol/frame/frameConstants.js'
import { createFrameSession, type FrameSession } from './createFrameSession.js'
import type { FrameAsk } from './FrameAsk.js'
import type { FrameClientParameters } from './FrameClientParameters.js'
import type { MountedFrame, PageMessage } from './FramePage.js'

type Parameters = FrameClientParameters & {
  readonly onEvent: (event: FrameNews) => void
  /** The frame takes requests now. */
  readonly onOpen: () => void
  /** The frame has gone. `isFinal`: no other one is made until somebody asks for it. */
  readonly onLost: (error: KitError, isFinal: boolean) => void
  readonly onSettled: (ask: FrameAsk) => void
}

/** How long a frame may take until it is ready, in milliseconds. */
const patience = 20_000
/** The waits before a frame that has died is started again. */
const restartDelays = [250, 500, 1_000, 2_000, 2_000] as const
/** A frame that has lived so long has recovered: what happened before no longer counts. */
const recoveredAfter = 60_000

/** A frame in the page, from its mounting to its removal. */
type Life = {
  readonly mounted: MountedFrame
  /** Names the document that said `hello` last, and the one that was answered last. */
  nonce?: string
  answered?: string
  /** How many documents it has loaded, and how many of them had said `hello` by then. */
  loads: number
  hellos: number
  hellosBefore: number
}

/**
 * Keeps one frame in the page and one conversation with it (spec §10 "Frame messages"): shakes hands with the frame's
 * document, waits until it is ready, and starts again when it dies, at most five times in a row.
 *
 * - `loading`: the frame has been mounted, or answered, and is not ready yet. `settling`: it has been for less than 500 ms.
 * - `resting`: it has died, and is started again soon. `idle`: there is none.
 */
export function keepFrame(parameters: Parameters) {
  const { address, page, clock, projectId, sdk, hash, newId, onEvent, onOpen, onLost } = parameters
  let phase: 'idle' | 'loading' | 'settling' | 'open' | 'resting' = 'idle'
  let life: Life | undefined
  let session: FrameSession | undefined
  let restarts = 0
  let removals = 0
  const sent = new WeakSet<FrameAsk>()
  let stopTimer = () => {}
  let stopListening = () => {}

  /** Begins a phase; its one timer replaces that of the phase before. */
  function enter(next: typeof phase, then: () => void, delay: number) {
    phase = next
    stopTimer()
    stopTimer = clock.setTimeout(then, delay)
  }

  function mount() {
    enter('loading', () => fail(embeddedError('FRAME_LOAD_FAILED')), patience)
    try {
      const own: Life = {
        mounted: page.mount(address, {
          onLost: () => own === life && removed(),
          onLoad: () => own === life && loaded(own),
        }),
        ...{ loads: 0, hellos: 0, hellosBefore: 0 },
      }
      life = own
      stopListening = page.onMessage(hearPage)
    } catch (error) {
      fail(error as KitError)
    }
  }

  function unmount() {
    stopListening()
    const left = life
    life = undefined
    left?.mounted.remove()
  }

  // Anybody may post to the page: only the frame's own window counts, while a document of its origin is in it.
  function hearPage({ source, origin, data }: PageMessage) {
    if (origin !== address.origin || life?.mounted.isSource(source) !== true) return
    const hello = v.safeParse(frameHandshake.hello, data)
    if (hello.success) greet(life, hello.output.frameNonce)
  }

  function greet(own: Life, nonce: string) {
    if (own.nonce === nonce) return
    const isFirst = own.nonce === undefined
    own.nonce = nonce
    own.hellos++
    if (isFirst && phase === 'loading') return shakeHands(own, nonce)
    // Another document is in the frame: the conversation with the one before is over.
    if (phase !== 'resting') lose()
  }

  function loaded(own: Life) {
    const isSilent = own.loads > 0 && own.hellos === own.hellosBefore
    own.loads++
    own.hellosBefore = own.hellos
    // The frame went to a page that does not speak with us.
    if (isSilent && phase !== 'resting') lose()
  }

  function removed() {
    unmount()
    if (++removals > 1) return fail(embeddedError('FRAME_LOAD_FAILED'))
    if (phase !== 'resting') lose()
  }

  function shakeHands(own: Life, nonce: string) {
    own.answered = nonce
    const channel = page.createChannel()
    const begun: FrameSession = createFrameSession({
      ...parameters,
      port: channel.own,
      onEvent: (event) => hear(begun, event),
      onClose: () => session === begun && lose(),
    })
    session = begun
    const init = {
      type: 'latchkey:init',
      v: frameVersion,
      frameNonce: nonce,
      hostNonce: newId(),
      projectId,
      sdk,
    }
    try {
      own.mounted.post(init, channel.theirs)
    } catch (error) {
      fail(error as KitError)
    }
  }

  function hear(from: FrameSession, event: FrameNews) {
    if (from !== session) return
    if (event.type !== 'READY') return phase === 'loading' ? undefined : onEvent(event)
    if (phase !== 'loading') return
    const { bundleHash } = event.payload
    if (hash !== undefined && bundleHash !== hash) {
      return fail(embeddedError('FRAME_LOAD_FAILED', { details: `the site has the release ${bundleHash}` }))
    }
    enter('settling', () => begin(event), frameSettlingTime)
  }

  function begin(ready: FrameNews) {
    enter('open', recover, recoveredAfter)
    onEvent(ready)
    onOpen()
  }

  function recover() {
    restarts = 0
    removals = 0
  }

  /** The frame has died: whatever it was told is rejected, and it is started again a little later. */
  function lose() {
    const delay = restartDelays[restarts++]
    if (delay === undefined) return fail(embeddedError('FRAME_LOAD_FAILED'))
    endSession()
    enter('resting', restart, delay)
    onLost(embeddedError('FRAME_RESTARTED'), false)
  }

  function restart() {
    const { nonce, answered } = life ?? {}
    // The next document is there already: it only waits for an answer.
    if (life !== undefined && nonce !== undefined && nonce !== answered) {
      enter('loading', () => fail(embeddedError('FRAME_LOAD_FAILED')), patience)
      return shakeHands(life, nonce)
    }
    unmount()
    mount()
  }

  function endSession() {
    session?.close()
    session = undefined
  }

  function fail(error: KitError) {
    phase = 'idle'
    stopTimer()
    endSession()
    unmount()
    recover()
    onLost(error, true)
  }

  return {
    isOpen: () => phase === 'open',
    element: () => life?.mounted.element,
    wasSent: (ask: FrameAsk) => sent.has(ask),

    open() {
      if (phase === 'idle') mount()
    },

    send(ask: FrameAsk) {
      sent.add(ask)
      session?.send(ask)
    },

    cancel: (ask: FrameAsk) => session?.cancel(ask),

    tell(type: string, payload: unknown) {
      if (phase === 'open') session?.tell(type, payload)
    },

    reload() {
      if (phase === 'idle') return
      endSession()
      unmount()
      onLost(embeddedError('FRAME_RESTARTED'), false)
      mount()
    },

    stop() {
      if (phase !== 'idle') fail(new KitError('REQUEST_ABORTED'))
    },
  }
}

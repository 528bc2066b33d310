import { vi } from 'vitest'
import type { Config } from '../../core/Config.js'
import { embedded } from '../../embedded/embedded.js'
import { openModal } from '../../features/modal/openModal.js'
import type { View } from '../../features/modal/screens.js'
import type { KitEvent } from '../../protocol/events.js'
import { createTestKit, type TestKit } from '../../testing/createTestKit.js'
import { type DrivenFrame, driveFrame, testFrameUrl } from '../../testing/frame/driveFrame.js'
import { alicesFrame } from '../../testing/frame/embeddedKit.js'
import type { FrameScript } from '../../testing/frame/scriptedFrameClient.js'
import { clear, draw } from './draw.js'

/** The ways to log in that the wallet's site offers in these tests. */
export const allMethods = {
  ...{ email: true, socials: ['google', 'x', 'discord', 'github', 'apple', 'facebook'], farcaster: true },
  ...{ passkey: true, custody: 'self', site: 'abcdefghijklmnopqrst' },
}

export type Embedded = {
  readonly kit: TestKit
  readonly frame: DrivenFrame
  readonly events: readonly KitEvent[]
  /** The names of the screens in the modal's history. */
  stack(): readonly string[]
  /** Moves the kit's clock on. */
  pass(milliseconds: number): Promise<void>
}

type Options = {
  readonly script?: FrameScript | undefined
  readonly config?: Partial<Config> | undefined
  /** What the site says of the ways to log in; `undefined`: it cannot be reached. */
  readonly methods?: object | Response | undefined
  /** The screen on which the modal opens; `false` leaves it closed. */
  readonly view?: View | false | undefined
}

const cleanups: (() => void)[] = []

/** Draws a kit with the embedded wallet, whose frame is a real one of another origin, and opens its modal. */
export function drawEmbedded({ script, config, methods = allMethods, view }: Options = {}): Embedded {
  stubSite(() => methods)
  const frame = driveFrame({ ...alicesFrame, SYNC_THEME: undefined, SYNC_DAPP_DATA: undefined, ...script })
  const kit = createTestKit({
    ...config,
    connectors: [embedded({ url: testFrameUrl() }), ...(config?.connectors ?? [])],
  })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => void events.push(event))
  const { pass, stop } = runClock(kit)
  cleanups.push(frame.stop, stop)
  draw(kit)
  if (view !== false) openModal(kit, { view })
  return { kit, frame, events, pass, stack: () => kit.store.getState().modal.stack.map(({ name }) => name) }
}

/** Removes what {@link drawEmbedded} has drawn. For `afterEach`. */
export function clearEmbedded(): void {
  for (const cleanup of cleanups.splice(0)) cleanup()
  clear()
  vi.unstubAllGlobals()
}

function stubSite(methods: () => object | Response) {
  const fetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) =>
    String(url).startsWith(testFrameUrl()) ? answerOf(methods()) : fetch(url, init),
  )
}

const answerOf = (methods: object | Response) =>
  methods instanceof Response ? methods.clone() : Response.json(methods)

/** The kit's clock runs on, and can be moved on besides. */
function runClock({ clock }: TestKit) {
  const step = 20
  let extra = 0
  let isRunning = true
  let turn: Promise<void> = Promise.resolve()
  const run = async () => {
    const more = extra
    extra = 0
    await clock.advance(step + more)
  }
  const loop = async () => {
    while (isRunning) {
      turn = run()
      await turn
      await new Promise((resolve) => setTimeout(resolve, step))
    }
  }
  void loop()
  return {
    async pass(milliseconds: number) {
      await turn
      extra += milliseconds
      await new Promise((resolve) => setTimeout(resolve, 3 * step))
      await turn
    },
    stop() {
      isRunning = false
    },
  }
}

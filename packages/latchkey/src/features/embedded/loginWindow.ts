import type { Clock } from '../../core/clock.js'
import { isRecord } from '../../protocol/checks.js'

/** The part of a window at a provider that is used. */
export type LoginWindow = {
  readonly closed: boolean
  readonly location: { href: string }
  close(): void
}

type Parameters = {
  readonly clock: Clock
  readonly opened: LoginWindow
  /** The origin of the wallet's site, where the window ends. */
  readonly origin: string
  /** The visitor has closed the window. */
  readonly onClosed: () => void
  /** The provider has let the visitor in. */
  readonly onResult: () => void
}

const interval = 500
/** A window that reads as closed for so long while the visitor is not on the page is only out of reach. */
const severedAfter = 1_000

/**
 * Watches a window at a provider. Returns a function that stops this.
 *
 * A window reads as closed too when it, or this page, is isolated from others (`Cross-Origin-Opener-Policy`). So it
 * counts as closed only if the visitor is back on the page by then (docs/decisions/351).
 */
export function watchLoginWindow({ clock, opened, origin, onClosed, onResult }: Parameters): () => void {
  let closedAt: number | undefined
  let isSevered = false
  let isOver = false
  let cancel = () => {}

  function look() {
    if (opened.closed && !isOver) {
      closedAt ??= clock.now()
      if (!isSevered && document.hasFocus()) return onClosed()
      isSevered ||= clock.now() - closedAt >= severedAfter
    }
    cancel = clock.setTimeout(look, interval)
  }

  // Only ends the waiting early: whoever may post this learns and changes nothing (docs/decisions/322).
  function onMessage({ source, origin: from, data }: MessageEvent<unknown>) {
    if (from !== origin || source !== (opened as unknown)) return
    if (!isRecord(data) || typeof data.resultUri !== 'string') return
    // From now on the window closes by itself.
    isOver = true
    onResult()
  }

  window.addEventListener('message', onMessage)
  cancel = clock.setTimeout(look, interval)
  return () => {
    cancel()
    window.removeEventListener('message', onMessage)
  }
}

import { relayTimeFrom } from './relayJwt.js'

/** The time in the tokens for the relay, corrected by the reasons of its refusals. */
export type TokenClock = {
  /** Returns the time of the next token in epoch milliseconds. */
  now(): number
  /** Learns from a refusal; returns whether the relay may accept the next token. */
  correct(reason: string): boolean
  /** Called when the relay has accepted a token. */
  confirm(): void
}

/** The offset of a token that only asks the relay for its time; larger than any clock error. */
const farAhead = 100 * 365 * 86_400_000

export function createTokenClock({
  now,
  onRelayTime,
}: {
  readonly now: () => number
  readonly onRelayTime: (time: number) => void
}): TokenClock {
  let ahead = 0
  let isCorrected = false
  return {
    now: () => now() + ahead,

    correct(reason) {
      const relayTime = relayTimeFrom(reason)
      // The refusal of an expired token does not contain the relay's time; that of a future token does.
      const isBehind = relayTime === undefined && ahead === 0 && / expired/.test(reason)
      ahead = isBehind ? farAhead : 0
      // Corrected once: if the relay also refuses the corrected token, the user must know.
      if (isCorrected) return false
      if (relayTime !== undefined) {
        isCorrected = true
        onRelayTime(relayTime)
      }
      return isBehind || isCorrected
    },

    confirm() {
      isCorrected = false
    },
  }
}

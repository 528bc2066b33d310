/** The interface's durations, in milliseconds (spec §2 "Appearance"); the style sheets use them. */
export const headerTextDuration = 120
export const viewDuration = 150
export const heightDuration = 150
export const backdropDuration = 120
/** After this many milliseconds a screen says that the wallet is slow, and offers alternatives. */
export const slowAfter = 10_000
/** "Try again" appears this many milliseconds after a wallet's app was opened. */
export const retryAfter = 5_000
/** For this many milliseconds after the visitor comes back from a wallet's app, the screen says it is connecting. */
export const returnPatience = 5_000
/** A search starts this many milliseconds after the visitor stops typing. */
export const searchDelay = 300
/**
 * A button with consequences ignores presses for this many milliseconds after its text appeared (decision 045).
 */
export const deadTime = 500

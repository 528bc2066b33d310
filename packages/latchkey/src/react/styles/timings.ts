/** The interface's durations, in milliseconds (spec §2 "Appearance"). Style sheets take them from here. */
export const headerTextDuration = 120
export const viewDuration = 150
export const heightDuration = 150
export const backdropDuration = 120
/** After this many milliseconds a screen says that the wallet is slow, and offers alternatives. */
export const slowAfter = 10_000
/** "Try again" appears this many milliseconds after a wallet's app was opened. */
export const retryAfter = 5_000
/** A visitor who comes back from a wallet's app sees for this many milliseconds that the answer is on its way. */
export const returnPatience = 5_000
/** A search starts this many milliseconds after the visitor stops typing. */
export const searchDelay = 300
/**
 * A button that commits to something ignores presses for this many milliseconds after its text appeared (decision 045).
 */
export const deadTime = 500

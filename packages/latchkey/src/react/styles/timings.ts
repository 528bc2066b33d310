/** The interface's durations, in milliseconds (spec §2 "Appearance"). Style sheets take them from here. */
export const headerTextDuration = 120
export const viewDuration = 150
export const heightDuration = 150
export const backdropDuration = 120
/** How long until a screen says that the wallet is slow, and offers a way on. */
export const slowAfter = 10_000
/** How long after a wallet's app was asked for until "Try again" appears. */
export const retryAfter = 5_000
/** How long a visitor who is back from a wallet's app is shown that the answer is on its way. */
export const returnPatience = 5_000
/** How long a visitor types before a search starts. */
export const searchDelay = 300

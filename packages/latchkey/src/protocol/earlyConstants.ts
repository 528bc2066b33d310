/** Those numbers of spec §9 that a host's page starts with; the others come with what needs them. */

/** Row "Shake". */
export const shakeDuration = 500
/** Row "Snackbar re-show delay". */
export const snackbarReshowDelay = 150
/** Row "Modal z-index". */
export const modalZIndex = 999

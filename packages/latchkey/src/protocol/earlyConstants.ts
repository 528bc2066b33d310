/** The constants of spec §9 that are needed at page load; the others load with the code that uses them. */

/** Row "Shake". */
export const shakeDuration = 500
/** Row "Snackbar re-show delay". */
export const snackbarReshowDelay = 150
/** Row "Modal z-index". */
export const modalZIndex = 999

/** Row "Iframe z-index" (spec §9): the frame lies over the modal. */
export const frameZIndex = 999_999
/** The id of the frame's element. */
export const frameElementId = 'latchkey-frame'
/** Row "Wait after frame ready", in milliseconds. */
export const frameSettlingTime = 500
/** Row "E-mail login cooldown", in milliseconds. */
export const emailCooldown = 30_000
/** Row "Farcaster reload delay", in milliseconds. */
export const farcasterReloadDelay = 100

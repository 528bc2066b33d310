import type { Kit } from './Kit.js'

/**
 * Starts what only some hosts ask for, each part loaded on its own, so that the rest of the hosts never carry it. What
 * a part begins, it puts under a key of `kit.live` that begins with `stop.`.
 */
export function startOptional(_kit: Kit): void {}

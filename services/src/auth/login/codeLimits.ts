import type { Rule } from './quotas.js'
import { forever } from './quotas.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Tries of one code. */
export const triesOfCode = 5
/** Seconds between two codes. */
export const retrySeconds = 30
/** Codes for one mailbox (spec §10 "Login calls"). */
export const codeRules: readonly Rule[] = [
  { count: 1, window: retrySeconds * 1_000 },
  { count: 5, window: hour },
  { count: 10, window: day },
]
/** Tries of one identity, over all its codes. */
export const tryRule: Rule = { count: 20, window: day }
/** Wrong tries after which an identity gets no more codes. */
export const wrongRule: Rule = { count: 40, window: 7 * day }
/** An identity that gets no codes. */
export const lockRule: Rule = { count: 1, window: forever }
/** Codes that one client may ask for, and all clients of a project. */
export const clientWindow = hour
/** How long the link in a mail is valid, in seconds: to a login on a new device, and to allow codes again. */
export const linkSeconds = 900
export const unlockSeconds = 7 * 86_400

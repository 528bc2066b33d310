import { emailWay } from './email/emailWay.js'
import type { LoginWay } from './LoginWay.js'

/** All ways to log in. */
export const loginWays: readonly LoginWay[] = [emailWay]

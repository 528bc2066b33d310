import { emailWay } from './email/emailWay.js'
import type { LoginWay } from './LoginWay.js'
import { socialWay } from './social/socialWay.js'

/** All ways to log in. */
export const loginWays: readonly LoginWay[] = [emailWay, socialWay]

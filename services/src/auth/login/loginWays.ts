import { emailWay } from './email/emailWay.js'
import { farcasterWay } from './farcaster/farcasterWay.js'
import type { LoginWay } from './LoginWay.js'
import { passkeyWay } from './passkeyWay.js'
import { socialWay } from './social/socialWay.js'

/** The ways by which visitors get an account. */
const entrances: readonly LoginWay[] = [emailWay, socialWay, farcasterWay]

/** All ways to log in. */
export const loginWays: readonly LoginWay[] = [...entrances, passkeyWay(entrances)]

import type { Settings } from '../../shared/settings.js'
import type { Allowance } from '../../shared/tokenBucket.js'

/** How many logins a client may begin that send no mail; those by mail have limits of their own. */
export function startsOf({ loginStartsPerClient: burst }: Settings): Allowance {
  return { rate: burst / 3_600, burst }
}

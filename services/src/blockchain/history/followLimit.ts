import { HttpError } from '../../shared/HttpError.js'
import type { Settings } from '../../shared/settings.js'
import type { Allowance } from '../../shared/tokenBucket.js'

/** How many followed accounts are remembered. */
const remembered = 20_000

type Take = (name: string, allowance: Allowance) => void

/** Takes from the client's own allowance, and from the one that all clients of its project share. */
type Asking = { readonly take: Take; readonly takeOfProject: Take }

/**
 * Limits how many new accounts one client, and all clients of one project together, may have followed: the first
 * look-up of an account takes hundreds of calls to its chain. A stranger with many IP addresses uses up only the limit
 * of the project whose key they have. Recently requested accounts cost nothing.
 */
export type FollowLimit = {
  /** Throws `RATE_LIMITED` for a new account beyond the limit. */
  admit(owner: string, asking: Asking): void
  /** Like `admit`, but returns a boolean instead of throwing. */
  allows(owner: string, asking: Asking): boolean
}

export function createFollowLimit(settings: Settings): FollowLimit {
  const known = new Set<string>()
  const ofClient = allowanceOf(settings.historyNewPerMinute)
  const ofProject = allowanceOf(settings.historyNewPerMinuteOfProject)

  function admit(owner: string, { take, takeOfProject }: Asking): void {
    const account = owner.toLowerCase()
    if (!known.has(account)) {
      // Check the client first: a client over its own limit must not use up its project's limit.
      take('follow', ofClient)
      takeOfProject('follow', ofProject)
    }
    known.delete(account)
    // Re-inserting keeps the least recently requested account first, which is dropped first.
    known.add(account)
    const [oldest] = known
    if (known.size > remembered && oldest !== undefined) known.delete(oldest)
  }

  return {
    admit,
    allows(owner, asking) {
      try {
        admit(owner, asking)
        return true
      } catch (error) {
        if (error instanceof HttpError && error.code === 'RATE_LIMITED') return false
        throw error
      }
    },
  }
}

function allowanceOf(perMinute: number): Allowance {
  return { rate: perMinute / 60, burst: perMinute }
}

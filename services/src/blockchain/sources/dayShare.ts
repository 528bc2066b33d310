import { allowanceOf } from '../../outbound/upstreams.js'
import type { Context } from '../../shared/context.js'
import type { Allowance } from '../../shared/tokenBucket.js'

const day = 86_400
/** The part of a day's calls that may be made at once. The rest is earned over the day. */
const atOnce = 1 / 4
/** The part of an indexer's calls that one client may cause, and that one address or project may. */
const clientShare = 1 / 3
const groupShare = 2 / 3

/**
 * Takes a call from what an indexer allows in a day, and from the part of it of the client whose request causes the call.
 * Without parts, one client could use up the plan of all.
 *
 * @returns `false` if none is left, and then takes nothing. Always `true` where the operator has set no limit.
 */
export function takeDayCall(
  { settings, requests, callers }: Pick<Context, 'settings' | 'requests' | 'callers'>,
  { kind, url }: { readonly kind: string; readonly url: string },
): boolean {
  const entry = settings.indexerPerDay.find((one) => one.startsWith(`${kind}=`))
  if (entry === undefined) return true
  const most = Number(entry.slice(kind.length + 1))
  const server = `day of ${kind} ${allowanceOf(url)}`
  const caller = callers.getStore()
  const { client, address, project } = caller ?? {}
  const parts: (readonly [key: string, share: number])[] = [
    ...(client === undefined ? [] : [[`${server} for client ${client}`, clientShare] as const]),
    ...(address === undefined ? [] : [[`${server} for address ${address}`, groupShare] as const]),
    ...(project === undefined ? [] : [[`${server} for project ${project}`, groupShare] as const]),
    [server, 1],
  ]
  const buckets = parts.map(([key, share]) => [key, allowanceFor(most * share)] as const)
  if (buckets.some(([key, allowance]) => requests.level(key, allowance) < 1)) return false
  for (const [key, allowance] of buckets) requests.spend(key, allowance, 1)
  return true
}

/** In any day these are no more calls than `most`: those at once, and those that are earned meanwhile. */
function allowanceFor(most: number): Allowance {
  const burst = Math.max(1, most * atOnce)
  return { burst, rate: Math.max(0, most - burst) / day }
}

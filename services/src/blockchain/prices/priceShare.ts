import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'

/** The client's share of the price service is used up: another client's request would have been answered. */
export class ShareUsedUp extends NodeError {
  override readonly isOfTheCall = true
}

/** The part of the price service's requests that one client may cause, and that one address or project may. */
const clientShare = 1 / 3
const groupShare = 2 / 3

/**
 * Takes a request to the price service from the share of the client whose call causes it. Without shares a
 * stranger who asks for many tokens would leave nobody a price.
 *
 * @throws {@link ShareUsedUp}, and then takes nothing of others
 */
export function takePriceRequest({
  settings,
  requests,
  callers,
}: Pick<Context, 'settings' | 'requests' | 'callers'>): void {
  const caller = callers.getStore()
  if (caller === undefined) return
  const { client, address, project } = caller
  const shares: (readonly [string, number])[] = [
    [`prices of client ${client}`, clientShare],
    ...(address === undefined ? [] : [[`prices of address ${address}`, groupShare] as const]),
    ...(project === undefined ? [] : [[`prices of project ${project}`, groupShare] as const]),
  ]
  for (const [key, share] of shares) {
    const burst = Math.max(1, settings.pricePerMinute * share)
    if (!requests.take(key, { rate: burst / 60, burst }))
      throw new ShareUsedUp("the client's share is used up")
  }
}

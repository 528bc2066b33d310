import { truncateAddress } from '../../../shared/clientAddress.js'
import type { Asked } from '../LoginParts.js'
import { browserOf } from '../mail/browserOf.js'
import type { Place } from '../mail/Letter.js'

/**
 * Whether a visitor comes back from a provider with another browser, or from another network, than the login was begun with.
 * Then somebody else may have begun it and sent the visitor there (decision 377).
 */
export function isElsewhere(begun: Place, { client, header }: Pick<Asked, 'client' | 'header'>): boolean {
  return (
    networkOf(begun.network) !== networkOf(truncateAddress(client)) ||
    begun.browser !== browserOf(header('user-agent'))
  )
}

/** A browser reaches its own machine by several addresses. */
function networkOf(network: string): string {
  return network.startsWith('127.') || network === truncateAddress('::1') ? 'this machine' : network
}

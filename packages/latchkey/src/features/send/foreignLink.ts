import { isLinkOf, type PaymentLinks, parsePaymentLink } from '../../protocol/amounts/parsePaymentLink.js'
import type { Namespace } from '../../protocol/caip.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import type { RecipientFault } from './state.js'

/**
 * Whom a text is for that the form's family does not understand: the network of another family, if it is one of that
 * family's payment links.
 */
export async function foreignLink(
  kit: Kit,
  links: PaymentLinks | undefined,
  text: string,
  own: Namespace,
): Promise<{ readonly reason: RecipientFault; readonly detail: string } | undefined> {
  const isOwn = links !== undefined && isLinkOf(links, text)
  if (isOwn || !text.includes(':') || parsePaymentLink(text, { namespace: own, links }).status === 'ok')
    return
  for (const { namespace, paymentLinks } of kit.adapters.values()) {
    const theirs = namespace === own ? undefined : await paymentLinks?.()
    if (theirs === undefined || !isLinkOf(theirs, text)) continue
    const state = kit.store.getState()
    const parsed = parsePaymentLink(text, { namespace, links: theirs })
    const id = parsed.status === 'ok' ? parsed.request.networkId : undefined
    const network =
      id === undefined
        ? state.network.networks.find(({ chainNamespace }) => chainNamespace === namespace)
        : networkOf(state, id)
    return network === undefined
      ? { reason: 'linkForeign', detail: id ?? namespace }
      : { reason: 'linkNetwork', detail: network.name }
  }
  return undefined
}

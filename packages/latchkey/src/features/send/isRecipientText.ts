import { parsePaymentLink } from '../../protocol/amounts/parsePaymentLink.js'
import { isNameLike } from '../account/resolveName.js'
import { accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'

/** Whether a text names somebody to send to, as far as can be seen: an address, one with a typing mistake, a payment link or a name. */
export async function isRecipientText(kit: Kit, { text }: { readonly text: string }): Promise<boolean> {
  const namespace = accountOf(kit.store.getState())?.namespace
  if (namespace === undefined) return false
  const links = await kit.adapters.get(namespace)?.paymentLinks?.()
  const parsed = parsePaymentLink(text, { namespace, links })
  return parsed.status === 'ok' || parsed.reason === 'checksum' || isNameLike(text.trim())
}

import { isLinkOf, parsePaymentLink } from '../../protocol/amounts/parsePaymentLink.js'
import { isNameLike } from '../account/resolveName.js'
import { accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { foreignLink } from './foreignLink.js'

/**
 * Whether a text is for the recipient's field: an address, one with a typing mistake, a name, or a payment link of the
 * account's family. A link that the form refuses counts too, also one of another family, because the form says why.
 */
export async function isRecipientText(kit: Kit, { text }: { readonly text: string }): Promise<boolean> {
  const namespace = accountOf(kit.store.getState())?.namespace
  if (namespace === undefined) return false
  const links = await kit.adapters.get(namespace)?.paymentLinks?.()
  const parsed = parsePaymentLink(text, { namespace, links })
  if (links !== undefined && isLinkOf(links, text)) return true
  if (parsed.status === 'ok' || parsed.reason === 'checksum' || isNameLike(text.trim())) return true
  return (await foreignLink(kit, links, text, namespace)) !== undefined
}

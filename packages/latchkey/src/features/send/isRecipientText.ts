import { parsePaymentLink } from '../../protocol/amounts/parsePaymentLink.js'
import type { Namespace } from '../../protocol/caip.js'
import { isNameLike } from '../account/resolveName.js'

/** Whether a text names somebody to send to, as far as can be seen: an address, one with a typing mistake, a payment link or a name. */
export function isRecipientText(text: string, namespace: Namespace | undefined): boolean {
  const parsed = parsePaymentLink(text, { namespace })
  return parsed.status === 'ok' || parsed.reason === 'checksum' || isNameLike(text.trim())
}

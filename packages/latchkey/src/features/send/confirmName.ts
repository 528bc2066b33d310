import { isSameAddress } from '../../core/addresses.js'
import { accountError } from '../../protocol/accountErrors.js'
import { proveName } from '../account/proveName.js'
import type { Account } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { initialSendState, type Recipient } from './state.js'
import { warnOf } from './warnOf.js'

/**
 * Reads from the chain whom the recipient's name leads to: before the review, because the form was told by a service, and
 * once more at the last moment before the wallet is asked. Where it leads elsewhere, that is in the state, with a warning
 * to be read.
 *
 * @throws `RECIPIENT_CHANGED`, `NAME_RESOLUTION_FAILED`
 */
export async function confirmName(
  kit: Kit,
  account: Account,
  recipient: { readonly address: string; readonly name?: string | undefined },
): Promise<void> {
  const { name } = recipient
  if (name === undefined) return
  const address = await proveName(kit, { name, account })
  const { namespace } = account
  const isAsBefore =
    address !== undefined &&
    isSameAddress(kit, { address, namespace }, { address: recipient.address, namespace })
  if (isAsBefore) return
  const found = address && (await warnOf(kit, address, account))
  const next: Recipient = found
    ? { status: 'valid', ...found, warnings: ['nameChanged', ...found.warnings], name }
    : { status: 'invalid', reason: 'unknownName' }
  // The form is told where it still is of that name.
  update(kit, 'send', (send = initialSendState) =>
    send.recipient.status === 'valid' && send.recipient.name === name ? { ...send, recipient: next } : send,
  )
  throw accountError('RECIPIENT_CHANGED')
}

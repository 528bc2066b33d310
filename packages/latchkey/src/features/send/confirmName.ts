import { isSameAddress } from '../../core/addresses.js'
import { accountError } from '../../protocol/accountErrors.js'
import { proveName } from '../account/proveName.js'
import type { Account } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { initialSendState, type Recipient } from './state.js'
import { warnOf } from './warnOf.js'

/**
 * Reads from the chain whom the recipient's name leads to: before the review, because the form has the address from a
 * service, and again immediately before the wallet is asked. If the name leads to another address, that address goes
 * into the state, with a warning.
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
  // Stryker disable next-line StringLiteral: neither the empty text nor the one that Stryker inserts is an address.
  if (isSameAddress(kit, { address: address ?? '', namespace }, { address: recipient.address, namespace }))
    return
  const next = await recipientOf(kit, account, { address, name })
  // The form changes only if it still has that name.
  update(kit, 'send', (send = initialSendState) =>
    // Stryker disable next-line ConditionalExpression: only a valid recipient has a name, which its type asks to check.
    send.recipient.status === 'valid' && send.recipient.name === name ? { ...send, recipient: next } : send,
  )
  throw accountError('RECIPIENT_CHANGED')
}

async function recipientOf(
  kit: Kit,
  account: Account,
  { address, name }: { readonly address: string | undefined; readonly name: string },
): Promise<Recipient> {
  if (address === undefined) return { status: 'invalid', reason: 'unknownName' }
  const { isPartial: _, ...found } = await warnOf(kit, address, account)
  return { status: 'valid', ...found, warnings: ['nameChanged', ...found.warnings], name }
}

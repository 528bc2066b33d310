import { sleep } from '../../core/sleep.js'
import { defineSlot } from '../../core/slots.js'
import { resolveName } from '../account/resolveName.js'
import { type Account, accountOf } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { latest } from '../latest.js'
import { estimateSend } from './estimateSend.js'
import { foreignLink } from './foreignLink.js'
import { lookOn } from './lookOn.js'
import { readTarget } from './readTarget.js'
import { initialSendState, type Recipient } from './state.js'
import { warnOf } from './warnOf.js'

/** How long the visitor must pause typing before a name is looked up. */
const debounce = 500
/** The running check of the recipient, for {@link latest}. */
// Stryker disable next-line StringLiteral: a slot's name only helps a debugger
export const recipientSlot = defineSlot<AbortController>('send.recipient')

/**
 * Reads what was typed for the recipient, resolves a name, and finds out what there is to warn of, into
 * `state.send.recipient`; the newest text wins. Never throws.
 */
export async function checkRecipient(kit: Kit): Promise<void> {
  const signal = latest(kit, recipientSlot)
  const set = (recipient: Recipient) => {
    if (signal.aborted) return
    update(kit, 'send', (send = initialSendState) => ({ ...send, recipient }))
  }
  const state = kit.store.getState()
  const account = accountOf(state)
  const text = (state.send?.text ?? '').trim()
  if (account === undefined || text === '') return set({ status: 'empty' })

  set({ status: 'pending' })
  try {
    const links = await kit.adapters.get(account.namespace)?.paymentLinks?.()
    const foreign = await foreignLink(kit, links, text, account.namespace)
    if (signal.aborted) return
    const target = foreign ?? readTarget(kit, links, text, account)
    if ('reason' in target) return set({ status: 'invalid', ...target })
    const address =
      target.name === undefined
        ? await toRecipient(kit, target.address, account)
        : await lookUp(kit, target.name, account, signal)
    if (signal.aborted) return
    if (address === undefined)
      return set({ status: 'invalid', reason: target.name === undefined ? 'malformed' : 'unknownName' })
    const { isPartial, ...found } = await warnOf(kit, address, account)
    set({ status: 'valid', ...found, name: target.name })
    // It ends with another recipient, and a part of the kit that cannot be loaded has been shown as a failure already.
    if (isPartial && found.lookalike === undefined)
      void lookOn(kit, found.address, account, signal).catch(() => {})
  } catch {
    // The name could not be looked up, or a part of the kit not be loaded: the visitor can try again or paste the
    // address.
    set({ status: 'invalid', reason: 'unreachable' })
  }
  if (!signal.aborted) void estimateSend(kit)
}

async function toRecipient({ adapters }: Kit, address: string, { namespace, networkId }: Account) {
  const adapter = adapters.get(namespace)
  return adapter?.toRecipient?.(address, networkId) ?? adapter?.toAddress(address)
}

async function lookUp(kit: Kit, name: string, account: Account, signal: AbortSignal) {
  await sleep(kit.clock, debounce, signal)
  return resolveName(kit, { name, networkId: account.networkId })
}

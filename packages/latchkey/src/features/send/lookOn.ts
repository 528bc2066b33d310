import { sleep } from '../../core/sleep.js'
import type { Account } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { warnOf } from './warnOf.js'

/** How long the service gets to read on before it is asked again, in milliseconds, and how often it is asked. */
const [pause, times] = [10_000, 6]

/**
 * Asks the service again while it has not read the account's whole history, and warns as soon as it names somebody whom
 * the recipient in the form looks like. Never takes a warning away.
 *
 * @param signal Aborts when another recipient is typed.
 */
export async function lookOn(
  kit: Kit,
  address: string,
  account: Account,
  signal: AbortSignal,
): Promise<void> {
  for (let time = 0; time < times; time++) {
    await sleep(kit.clock, pause, signal)
    const { isPartial, lookalike } = await warnOf(kit, address, account)
    if (signal.aborted) return
    if (lookalike !== undefined) return warn(kit, address, lookalike)
    if (!isPartial) return
  }
}

function warn(kit: Kit, address: string, lookalike: string): void {
  update(kit, 'send', (send) => {
    const recipient = send?.recipient
    if (send === undefined || recipient?.status !== 'valid' || recipient.address !== address) return send
    return {
      ...send,
      recipient: { ...recipient, lookalike, warnings: ['lookalike', ...recipient.warnings] },
    }
  })
}

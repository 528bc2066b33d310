import type { Answer, CaipNetworkId, getLookalikes } from 'latchkey/protocol'
import { getAddress } from 'viem'
import { onBehalfOf } from '../../outbound/turns.js'
import type { Clock } from '../../shared/clock.js'
import { createDeadline } from './deadline.js'
import type { Hex } from './Entry.js'
import type { createRecipientIndex } from './recipientIndex.js'
import type { createRecipientWalk } from './recipientWalk.js'

/** How long an answer waits for the history to be read on, in milliseconds, and the most addresses of one. */
const patience = 1_500
const limit = 20

type Tools = {
  readonly clock: Clock
  readonly walk: Pick<ReturnType<typeof createRecipientWalk>, 'readOn'>
  readonly recipients: Pick<ReturnType<typeof createRecipientIndex>, 'like'>
}

/** The first and the last 7 characters of an address after its `0x`. */
type Ends = { readonly start: string; readonly end: string }

/**
 * Returns the addresses that an account has sent to on some chains and that look like one with these ends, as far as its
 * history was read. The history is read on, also after the answer.
 */
export function createLookalikes({ clock, walk, recipients }: Tools) {
  return async (
    account: Hex,
    chains: readonly CaipNetworkId[],
    { start, end }: Ends,
  ): Promise<Answer<typeof getLookalikes>> => {
    let isPartial = true
    const work = onBehalfOf(account, () => Promise.all(chains.map((one) => walk.readOn(one, account))))
    const reading = work.then((read) => {
      isPartial = read.includes(false)
    })
    const deadline = createDeadline(clock, patience)
    await Promise.race([reading, deadline.passed])
    deadline.cancel()
    const found = await Promise.all(chains.map((one) => recipients.like(one, account, [`0x${start}${end}`])))
    // Who has been known for longest comes first.
    const sorted = found.flat().sort((left, right) => left.block - right.block)
    const addresses = [...new Set(sorted.map(({ address }) => getAddress(address)))].slice(0, limit)
    return { addresses, ...(isPartial && { isPartial }) }
  }
}

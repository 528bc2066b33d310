import { type CaipNetworkId, looksLike } from 'latchkey/protocol'
import type { Context } from '../../shared/context.js'
import { messageOf } from '../../shared/log.js'
import { clientKey } from './account/clientKey.js'
import { createDeadline } from './deadline.js'
import { type Entry, type Hex, type Movement, zeroAddress } from './Entry.js'
import type { HistoryStore } from './historyStore.js'
import { listedOn } from './listedOn.js'
import { bodyOf, type Recipient } from './recipientRows.js'
import { sentTo } from './sentTo.js'

/** Most senders of one page that are compared with the recipients. */
const senderLimit = 200
/** How long a page waits for the index, in milliseconds. */
const patience = 1_000
/** How long an account stays stored without a request, and how often that is checked, in milliseconds. */
const [memory, checkInterval] = [30 * 86_400_000, 3_600_000]

/**
 * Knows whom the accounts have sent to. Of tokens only those on the operator's list count, by the list of today: any
 * other contract may claim, within a transaction of the account's, to have paid strangers.
 */
export function createRecipientIndex(context: Context, store: HistoryStore) {
  const { settings, clock, log } = context
  const lists = new Map<CaipNetworkId, ReadonlyMap<Hex, unknown>>()
  const nextChecks = new Map<CaipNetworkId, number>()

  function isVouchedFor(chain: CaipNetworkId, token: Hex | undefined): boolean {
    const listed = lists.get(chain) ?? listedOn(chain, settings.tokens)
    lists.set(chain, listed)
    return token === undefined || listed.has(token)
  }

  async function like(
    chain: CaipNetworkId,
    account: Hex,
    addresses: readonly string[],
  ): Promise<readonly Recipient[]> {
    if (addresses.length === 0) return []
    const found = await store.recipients.like(chain, account, addresses)
    return found.filter(({ token }) => isVouchedFor(chain, token))
  }

  /** Gives the account a place in the store, like one whose history is read from the chain. */
  async function admit(chain: CaipNetworkId, account: Hex): Promise<void> {
    // A chain that is followed block by block stores accounts in another way, and has its own limit.
    if ((await store.head(chain)) !== undefined) return
    const [now, steadyNow] = [clock.now(), clock.steadyNow()]
    if (steadyNow >= (nextChecks.get(chain) ?? steadyNow)) {
      nextChecks.set(chain, steadyNow + checkInterval)
      await store.ranges.forgetUnasked(chain, now - memory)
    }
    const asking = { account, client: clientKey(context, store), now }
    await store.ranges.admit(chain, { ...asking, limit: settings.historyAccounts })
  }

  /** The history is useful without the index, and does not wait for it long. */
  async function orElse<value>(work: () => Promise<value>, instead: value): Promise<value> {
    const deadline = createDeadline(clock, patience)
    const done = work().catch((error: unknown) => {
      log.warn('blockchain.recipients', { reason: messageOf(error) })
      return instead
    })
    try {
      return await Promise.race([done, deadline.passed.then(() => instead)])
    } finally {
      deadline.cancel()
    }
  }

  return {
    /**
     * The recipients of an account that look like one of these addresses, or are one of them.
     *
     * @throws the database's error
     */
    like,

    /** Notes whom an account sent to, from entries of a source that stores none. Never throws. */
    note: (chain: CaipNetworkId, account: Hex, entries: readonly Entry[]): Promise<void> =>
      orElse(async () => {
        await admit(chain, account)
        const isSending = entries.some((entry) => sentTo(entry, account).length > 0)
        if (isSending) await store.recipients.note(chain, account, entries)
      }, undefined),

    /**
     * Returns the senders of dust in these entries that imitate somebody whom the account has sent to: they look like that
     * address, and the account has not sent to them before. Never throws.
     */
    imitators: (
      chain: CaipNetworkId,
      account: Hex,
      entries: readonly Entry[],
      isDust: (movement: Movement) => boolean,
    ): Promise<ReadonlySet<Hex>> =>
      orElse(async () => {
        const senders = [...new Set(entries.flatMap((entry) => strangersIn(entry, account, isDust)))].slice(
          0,
          senderLimit,
        )
        if (senders.length === 0) return none
        const stored = await like(chain, account, senders)
        const shown = entries.flatMap((entry) =>
          sentTo(entry, account).map((one) => ({ ...one, block: entry.block })),
        )
        const recipients = [...stored, ...shown.filter(({ token }) => isVouchedFor(chain, token))]
        return new Set(senders.filter((sender) => isImitator(sender, recipients)))
      }, none),
  }
}

const none: ReadonlySet<Hex> = new Set()

/**
 * The addresses that a transaction of somebody else brought into the account's history with dust. The zero address, from
 * which tokens are minted, looks like every address with many zeros, and nobody can send from it.
 */
function strangersIn(
  { isOwn, movements }: Entry,
  account: Hex,
  isDust: (movement: Movement) => boolean,
): readonly Hex[] {
  if (isOwn) return []
  const incoming = movements.filter(
    ({ from, to }) => to === account && from !== account && from !== zeroAddress,
  )
  return incoming.filter(isDust).map(({ from }) => from)
}

function isImitator(sender: Hex, recipients: readonly Recipient[]): boolean {
  const since = Math.min(...recipients.flatMap(({ address, block }) => (address === sender ? [block] : [])))
  return recipients.some(
    ({ address, block }) => address !== sender && block < since && looksLike(bodyOf(sender), bodyOf(address)),
  )
}

import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { DataKeys } from '../../../keys/DataKeys.js'
import { MailError, type Mailer } from '../../../outbound/createMailer.js'
import type { Context } from '../../../shared/context.js'
import { messageOf } from '../../../shared/log.js'
import type { LoginTables, OutboxTable } from '../loginTables.js'
import type { Charge, Quotas } from '../quotas.js'
import { openPending, sealPending } from '../sealing.js'
import type { Letter } from './Letter.js'
import { renderLetter } from './renderLetter.js'

/** A letter that waits to be sent. */
type Posted = {
  readonly to: string
  readonly letter: Letter
  /** What was counted for it, and is given back if it cannot be sent. */
  readonly charges?: readonly Charge[] | undefined
}

export type Outbox = {
  /**
   * Stores a letter. `flow` fails if its letter could not be sent within `codePatience`; other letters are tried for a day.
   */
  add(project: string, posted: Posted, flow?: string): Promise<void>
  /** Sends what is due, in the background. */
  kick(): void
  close(): Promise<void>
}

/** How long a visitor waits for a code that cannot be sent, and how long others are tried, in milliseconds. */
const codePatience = 12_000
const letterPatience = 86_400_000
/** How long a process may take to send a letter before another one tries, in milliseconds. */
const lease = 30_000
/** Pauses between tries, in milliseconds; the last one repeats. */
const pauses = [1_000, 2_000, 4_000, 15_000, 60_000, 600_000]
/** How often a process looks for letters that another one has left, in milliseconds. */
const round = 10_000
const atOnce = 4
/** How long no mail is sent to an address that its server has refused, in milliseconds. */
const refusalMemory = 3_600_000
/** How long letters in progress may take at shutdown, in milliseconds. */
const closingTime = 2_000

type Row = Selectable<OutboxTable>
type Parts = {
  readonly context: Pick<Context, 'clock' | 'log'>
  readonly database: Kysely<LoginTables>
  readonly keys: DataKeys
  readonly quotas: Quotas
  readonly mailer: Mailer
}

/**
 * Sends letters in the background, so that a request takes no longer for one address than for another. Letters are stored
 * encrypted; several processes share the work, and a letter may come twice if one of them dies.
 */
export function createOutbox({ context, database, keys, quotas, mailer }: Parts): Outbox {
  const { clock, log } = context
  /** What this process is sending, by its row. */
  const sending = new Map<string, Promise<void>>()
  let isClosed = false
  let isWanted = false
  let looking: Promise<void> | undefined
  let cancel = clock.setTimeout(() => kick(), round)

  /** The rows that this process need not look at. No row has the empty id; SQL knows no empty list. */
  const inHand = () => ['', ...sending.keys()]

  async function add(project: string, posted: Posted, flow?: string): Promise<void> {
    const id = randomUUID()
    const row: Insertable<OutboxTable> = {
      ...{ id, project },
      sealed: await sealPending(keys, project, `login_outbox|${id}`, posted),
      flow: flow ?? null,
      due_at: clock.now(),
      expires_at: clock.now() + (flow === undefined ? letterPatience : codePatience),
    }
    await database.insertInto('login_outbox').values(row).execute()
  }

  function kick(): void {
    if (isClosed) return
    if (looking === undefined) looking = lookAround()
    else isWanted = true
  }

  /** Looks until nobody has asked for it meanwhile. */
  async function lookAround(): Promise<void> {
    let wait = round
    do {
      isWanted = false
      wait = await look().catch((error: unknown) => {
        log.warn('mail.outbox', { reason: messageOf(error) })
        return round
      })
    } while (isWanted && !isClosed)
    looking = undefined
    cancel()
    if (!isClosed) cancel = clock.setTimeout(() => kick(), wait)
  }

  /** Begins to send what is due. Returns the milliseconds until the next is. */
  async function look(): Promise<number> {
    while (sending.size < atOnce && !isClosed) {
      const row = await claim()
      if (row === undefined) break
      const work = send(row)
        .catch((error: unknown) =>
          log.warn('mail.failed', { project: row.project, reason: messageOf(error) }),
        )
        .finally(() => {
          sending.delete(row.id)
          kick()
        })
      sending.set(row.id, work)
    }
    // What is being sent kicks when it is done.
    if (isClosed || sending.size >= atOnce) return round
    const next = await database
      .selectFrom('login_outbox')
      .select((field) => field.fn.min('due_at').as('at'))
      .where('id', 'not in', inHand())
      .executeTakeFirst()
    const due = Number(next?.at ?? Number.POSITIVE_INFINITY)
    return Math.min(round, Math.max(1, due - clock.now()))
  }

  /**
   * Takes the next letter that is due, so that no other process sends it. A letter that this process still sends is not
   * due again for it, however late it is: it would be given up as unsent, or sent twice.
   */
  async function claim(): Promise<Row | undefined> {
    for (;;) {
      const due = await database
        .selectFrom('login_outbox')
        .select(['id', 'due_at'])
        .where('due_at', '<=', clock.now())
        .where('id', 'not in', inHand())
        .orderBy('due_at')
        .executeTakeFirst()
      if (due === undefined) return undefined
      const claimed = await database
        .updateTable('login_outbox')
        .set((field) => ({ due_at: clock.now() + lease, tries: field('tries', '+', 1) }))
        .where('id', '=', due.id)
        .where('due_at', '=', due.due_at)
        .returningAll()
        .executeTakeFirst()
      if (claimed !== undefined) return claimed
    }
  }

  async function send(row: Row): Promise<void> {
    const left = row.expires_at - clock.now()
    if (left <= 0) return giveUp(row)
    try {
      await attempt(row, await open(row), left)
    } catch (error) {
      log.warn('mail.failed', { project: row.project, reason: messageOf(error), count: row.tries })
      return tryLater(row)
    }
    await database.deleteFrom('login_outbox').where('id', '=', row.id).execute()
    if (row.flow !== null) await settle(row.flow, { state: 'begun' })
  }

  const open = ({ id, project, sealed }: Row) =>
    openPending<Posted>(keys, project, `login_outbox|${id}`, sealed)

  /** Sends a letter. That a server does not know an address is nobody's business: such a letter counts as sent. */
  async function attempt({ project }: Row, { letter, to }: Posted, within: number): Promise<void> {
    const refused = `refused ${await keys.lookup(project, 'login_refused', to)}`
    if ((await quotas.count(refused, refusalMemory)) > 0) return
    try {
      await mailer(renderLetter(letter, to), within)
    } catch (error) {
      if (!(error instanceof MailError && error.isRefused)) throw error
      log.warn('mail.refused', { project, reason: error.message })
      await quotas.take(refused, [{ count: 1, window: refusalMemory }])
    }
  }

  async function tryLater(row: Row): Promise<void> {
    const due = clock.now() + (pauses[Math.min(Number(row.tries), pauses.length) - 1] ?? round)
    await database
      .updateTable('login_outbox')
      .set({ due_at: Math.min(due, row.expires_at) })
      .where('id', '=', row.id)
      .execute()
  }

  /** A code that has not left is worth nothing, and costs its address nothing. */
  async function giveUp(row: Row): Promise<void> {
    await database.deleteFrom('login_outbox').where('id', '=', row.id).execute()
    if (row.flow !== null) await settle(row.flow, { state: 'failed', failed: 'failed', code_hash: null })
    const { charges = [] } = await open(row)
    for (const charge of charges) await quotas.giveBack(charge)
  }

  async function settle(
    flow: string,
    to: Partial<Pick<LoginTables['login_flows'], 'state' | 'failed' | 'code_hash'>>,
  ): Promise<void> {
    await database
      .updateTable('login_flows')
      .set(to)
      .where('id', '=', flow)
      .where('state', '=', 'open')
      .execute()
  }

  return {
    add,
    kick,
    async close() {
      isClosed = true
      cancel()
      let cancelLate = () => {}
      const late = new Promise<void>((resolve) => {
        cancelLate = clock.setTimeout(resolve, closingTime)
      })
      await Promise.race([Promise.all([looking, ...sending.values()]), late])
      cancelLate()
    },
  }
}

import { randomBytes } from 'node:crypto'
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { DataKeys } from '../../keys/DataKeys.js'
import { hashOf } from '../AuthStore.js'
import type { FlowTable, LoginTables } from './loginTables.js'
import type { Place } from './mail/Letter.js'
import { openPending, sealPending } from './sealing.js'
import type { Identity } from './users.js'

/** A flow as it is stored. */
export type Flow = Selectable<FlowTable>

/** A flow that begins; what it does not name is empty. */
type BegunFlow = Pick<
  Insertable<FlowTable>,
  'project' | 'way' | 'purpose' | 'browser_key' | 'host' | 'expires_at'
> &
  Partial<Pick<Insertable<FlowTable>, 'subject' | 'limits' | 'sealed' | 'user_id'>>

export type FlowChange = Omit<Updateable<FlowTable>, 'id' | 'project'>

/** Who has logged in elsewhere, and where the flow was begun. */
type LoggedIn = { readonly identity: Identity; readonly place: Place }

export type Flows = {
  /** Stores a flow under a name that nobody can guess. */
  begin(name: string, flow: BegunFlow): Promise<void>
  /** Returns a flow that has not expired, by its name or its id. */
  find(name: string, project: string): Promise<Flow | undefined>
  byId(id: string): Promise<Flow | undefined>
  change(id: string, to: FlowChange): Promise<void>
  /** Notes that the visitor has got to the provider. */
  noteBegun(id: string): Promise<void>
  /** Uses up the one answer that a flow gets from its provider. Returns whether it had none before. */
  claim(id: string): Promise<boolean>
  /** Ends a flow that ends elsewhere, once. Returns whether it was open. */
  settle(
    flow: Pick<Flow, 'id' | 'project'>,
    outcome: LoggedIn | { readonly failed: 'declined' | 'failed' },
  ): Promise<boolean>
  /** Takes the outcome of a flow that is done, once, for the key that began it. */
  take(name: string, owner: { readonly project: string; readonly key: string }): Promise<LoggedIn | undefined>
}

/** Keeps the logins that have begun. */
export function createFlows(database: Kysely<LoginTables>, keys: DataKeys, now: () => number): Flows {
  const byId = (id: string) =>
    database
      .selectFrom('login_flows')
      .selectAll()
      .where('id', '=', id)
      .where('expires_at', '>', now())
      .executeTakeFirst()

  return {
    async begin(name, flow) {
      const empty = {
        subject: null,
        limits: null,
        sealed: null,
        user_id: null,
        code_hash: null,
        failed: null,
      }
      const row = { ...empty, code_expires_at: null, approved_at: null, ...flow, id: hashOf(name) }
      await database
        .insertInto('login_flows')
        .values({ ...row, state: 'open' })
        .execute()
    },
    async find(name, project) {
      const flow = await byId(hashOf(name))
      return flow?.project === project ? flow : undefined
    },
    byId,
    async change(id, to) {
      await database.updateTable('login_flows').set(to).where('id', '=', id).execute()
    },
    async noteBegun(id) {
      const open = database.updateTable('login_flows').where('id', '=', id).where('state', '=', 'open')
      await open.set({ state: 'begun' }).execute()
    },
    async claim(id) {
      const claimed = await database
        .updateTable('login_flows')
        .set({ tries: 1, state: 'begun' })
        .where('id', '=', id)
        .where('tries', '=', 0)
        .where('state', 'in', ['open', 'begun'])
        .returning('id')
        .executeTakeFirst()
      return claimed !== undefined
    },
    async settle({ id, project }, outcome) {
      const to =
        'failed' in outcome
          ? ({ state: 'failed', failed: outcome.failed } as const)
          : ({
              state: 'done',
              sealed: await sealPending(keys, project, aboutOutcome(id), outcome),
            } as const)
      const settled = await database
        .updateTable('login_flows')
        .set(to)
        .where('id', '=', id)
        .where('state', 'in', ['open', 'begun'])
        .returning('id')
        .executeTakeFirst()
      return settled !== undefined
    },
    async take(name, { project, key }) {
      const id = hashOf(name)
      const taken = await database
        .updateTable('login_flows')
        .set({ state: 'taken' })
        .where('id', '=', id)
        .where('project', '=', project)
        .where('browser_key', '=', key)
        .where('state', '=', 'done')
        .where('expires_at', '>', now())
        .returning('sealed')
        .executeTakeFirst()
      if (taken === undefined) return undefined
      return openPending(keys, project, aboutOutcome(id), taken.sealed ?? '')
    },
  }
}

function aboutOutcome(id: string): string {
  return `login_flows|${id}|outcome`
}

/** Makes the name of a flow, or another secret of 256 bits. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

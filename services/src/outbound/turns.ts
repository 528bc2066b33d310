import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '../shared/context.js'

const accounts = new AsyncLocalStorage<string>()

/** On whose behalf a call is made: clients take turns, and so do the accounts that one client asks about. */
export type Turn = {
  readonly client: string
  /** Absent if there is only one project. */
  readonly project?: string | undefined
  readonly account: string
}

/** Runs `work`, whose calls to configured servers then take turns with those for other accounts. */
export function onBehalfOf<value>(account: string, work: () => value): value {
  return accounts.run(account.toLowerCase(), work)
}

export function currentTurn({ callers }: Pick<Context, 'callers'>): Turn {
  const caller = callers.getStore()
  return {
    client: caller?.client ?? 'the services',
    project: caller?.project,
    account: accounts.getStore() ?? '',
  }
}

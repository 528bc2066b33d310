import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '../shared/context.js'

const accounts = new AsyncLocalStorage<string>()
const patients = new AsyncLocalStorage<boolean>()

/** How much longer the calls of patient work may wait for their turn, in milliseconds. */
const patience = 60_000

/** On whose behalf a call is made: clients take turns, and so do the accounts that one client asks about. */
export type Turn = {
  readonly client: string
  /** Absent if there is only one project. */
  readonly project?: string | undefined
  readonly account: string
  /** Nobody waits for the answer: rather than to fail, the call waits until servers have time for it. */
  readonly isPatient?: boolean | undefined
}

/** Returns how much longer than usual a call may wait for its turn, in milliseconds. */
export function patienceOf({ isPatient }: Turn): number {
  return isPatient === true ? patience : 0
}

/** Runs work that goes on after the answer. Its calls wait longer for their turn, and then have the usual time. */
export function patiently<value>(work: () => value): value {
  return patients.run(true, work)
}

/** Runs `work`, whose calls to configured servers then take turns with those for other accounts. */
export function onBehalfOf<value>(account: string, work: () => value): value {
  return accounts.run(account.toLowerCase(), work)
}

export function currentTurn({ callers }: Pick<Context, 'callers'>): Turn {
  const caller = callers.getStore()
  const isPatient = patients.getStore() === true
  const client = caller?.client ?? 'the services'
  return {
    // Patient calls stand in a line of their own: a visitor whose history is being read still gets balances.
    client: isPatient ? `${client} reading` : client,
    project: caller?.project,
    account: accounts.getStore() ?? '',
    ...(isPatient ? { isPatient } : {}),
  }
}

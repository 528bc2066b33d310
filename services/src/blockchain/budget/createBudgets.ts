import type { Caller } from '../../shared/caller.js'
import type { Context } from '../../shared/context.js'
import { HttpError } from '../../shared/HttpError.js'
import type { Allowance } from '../../shared/tokenBucket.js'
import type { Meter } from './meter.js'

/** How many clients' allowances one address has that uses the keys of several projects. */
const projectsPerAddress = 2

export type Budgets = {
  /** Takes the calls that a client has passed on to nodes. Throws `RATE_LIMITED`, and then takes nothing of others. */
  pass(caller: Caller, weight: number): void
  /** Creates the meter of one request. */
  meter(caller: Caller): Meter
}

/** Counts calls to nodes for each client, for its address whichever project it names, and for each project. */
export function createBudgets({ settings, requests }: Pick<Context, 'settings' | 'requests'>): Budgets {
  const { rpcRate, rpcBurst, readRate, readBurst, indexerRate, indexerBurst, projectClients } = settings

  /** The client is first: one over its own limit must not use up its project's. */
  function budgetsOf(kind: string, { client, project = 'any', address = '' }: Caller, own: Allowance) {
    return [
      { key: `${kind} of client ${client}`, allowance: own },
      { key: `${kind} of address ${address}`, allowance: times(own, projectsPerAddress) },
      { key: `${kind} of project ${project}`, allowance: times(own, projectClients) },
    ]
  }

  function take(budgets: ReturnType<typeof budgetsOf>, weight: number): void {
    for (const { key, allowance } of budgets) {
      // What is worth more than the whole burst could never be asked.
      const cost = Math.min(weight, allowance.burst)
      if (requests.take(key, allowance, cost)) continue
      const seconds = requests.waitSeconds(key, allowance, cost)
      throw new HttpError('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } })
    }
  }

  const lowest = (budgets: ReturnType<typeof budgetsOf>) =>
    Math.min(...budgets.map(({ key, allowance }) => requests.level(key, allowance)))

  return {
    pass: (caller, weight) => take(budgetsOf('rpc', caller, { rate: rpcRate, burst: rpcBurst }), weight),
    meter(caller) {
      const own = { rate: readRate, burst: readBurst }
      const budgets = budgetsOf('reads', caller, own)
      const histories = budgetsOf('histories', caller, own)
      const indexers = budgetsOf('indexers', caller, { rate: indexerRate / 60, burst: indexerBurst })
      let isAdmitted = false
      return {
        require() {
          if (isAdmitted) return
          take(budgets, 1)
          isAdmitted = true
        },
        has: () => isAdmitted || budgets.every(({ key, allowance }) => requests.level(key, allowance) >= 1),
        spend(weight) {
          for (const { key, allowance } of budgets) requests.spend(key, allowance, weight)
        },
        indexerCallsLeft: () => lowest(indexers),
        takeIndexerCall() {
          if (lowest(indexers) < 1) return false
          for (const { key, allowance } of indexers) requests.spend(key, allowance, 1)
          return true
        },
        reading: {
          require: () => take(histories, 1),
          left: () => lowest(histories),
          spend(calls) {
            for (const { key, allowance } of histories) requests.spend(key, allowance, calls)
          },
        },
      }
    },
  }
}

function times({ rate, burst }: Allowance, factor: number): Allowance {
  return { rate: rate * factor, burst: burst * factor }
}

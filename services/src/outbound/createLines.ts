import type { Turn } from './turns.js'

export type Waiting = { readonly turn: Turn; readonly cost: number }

/** Calls that wait. Clients take turns, and so do the accounts of one client. */
export type Lines<item extends Waiting> = {
  add(item: item): void
  /** Puts a call back to where it was taken from. */
  addFirst(item: item): void
  /** The call whose turn it is. */
  first(): item | undefined
  remove(item: item): void
  size(): number
  /** The cost of all calls that come before a new one of this client, if no others arrive. */
  costBefore(turn: Turn): number
}

/** The one that has waited longest for its turn is first, in both maps. */
type Accounts<item> = Map<string, item[]>

export function createLines<item extends Waiting>(): Lines<item> {
  const clients = new Map<string, Accounts<item>>()
  let size = 0

  function place(item: item, isFirst: boolean) {
    const { client, account } = item.turn
    const accounts = clients.get(client) ?? new Map<string, item[]>()
    const line = accounts.get(account) ?? []
    if (isFirst) line.unshift(item)
    else line.push(item)
    if (isFirst) moveToFront(accounts, account, line)
    else accounts.set(account, line)
    if (isFirst) moveToFront(clients, client, accounts)
    else clients.set(client, accounts)
    size++
  }

  return {
    add: (item) => place(item, false),
    addFirst: (item) => place(item, true),
    first() {
      const [accounts] = clients.values()
      const [line] = accounts?.values() ?? []
      return line?.[0]
    },
    remove(item) {
      const { client, account } = item.turn
      const accounts = clients.get(client)
      const line = accounts?.get(account)
      const index = line?.indexOf(item) ?? -1
      if (accounts === undefined || line === undefined || index < 0) return
      line.splice(index, 1)
      size--
      // Whoever has had a turn goes to the end.
      accounts.delete(account)
      if (line.length > 0) accounts.set(account, line)
      clients.delete(client)
      if (accounts.size > 0) clients.set(client, accounts)
    },
    size: () => size,
    costBefore({ client }) {
      const costs = new Map([...clients].map(([name, accounts]) => [name, costOf(accounts)]))
      const own = costs.get(client) ?? 0
      return [...costs.values()].reduce((sum, cost) => sum + Math.min(cost, own + 1), 0)
    },
  }
}

function costOf(accounts: Accounts<Waiting>): number {
  return [...accounts.values()].flat().reduce((sum, { cost }) => sum + cost, 0)
}

function moveToFront<value>(map: Map<string, value>, key: string, value: value) {
  const rest = [...map].filter(([other]) => other !== key)
  map.clear()
  map.set(key, value)
  for (const [other, one] of rest) map.set(other, one)
}

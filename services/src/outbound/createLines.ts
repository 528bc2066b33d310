import { createTally } from './createTally.js'
import type { Turn } from './turns.js'

export type Waiting = { readonly turn: Turn; readonly cost: number }

/**
 * Calls that wait. Clients take turns, and so do the accounts of one client. A turn is one call's: whoever sends a list
 * of ten calls lets each other client send ten before the next turn.
 */
export type Lines<item extends Waiting> = {
  add(item: item): void
  /** Puts a call back to where it was taken from. */
  addFirst(item: item): void
  /** The call whose turn it is, of the clients that may send one now. */
  first(mayStart: (turn: Turn) => boolean): item | undefined
  /** Takes a call that starts: its client has had its turn. */
  start(item: item): void
  /** Drops a call that nobody waits for. */
  drop(item: item): void
  /** Returns whether one more call of this client may wait. */
  hasRoom(turn: Turn): boolean
  /** The cost of all calls that come before a new one of this client, if no others arrive. */
  costBefore(turn: Turn): number
}

type Client<item> = {
  /** By account. The one that has waited longest for its turn is first. */
  readonly accounts: Map<string, item[]>
  /** What this client has had, compared with the others: who has had least is next. */
  had: number
}

/** @param limit Most calls that wait; each client gets a share of the places (decision 141). */
export function createLines<item extends Waiting>(limit: number): Lines<item> {
  const clients = new Map<string, Client<item>>()
  /** What clients that no longer wait have had beyond `least`; they may come back at once. */
  const gone = new Map<string, number>()
  /** What the client has had whose turn was the last. Nobody who arrives has had less. */
  let least = 0
  const places = createTally(limit)

  function clientOf(name: string): Client<item> {
    const known = clients.get(name)
    if (known !== undefined) return known
    const client = { accounts: new Map(), had: Math.max(least, gone.get(name) ?? 0) }
    gone.delete(name)
    clients.set(name, client)
    return client
  }

  function take(item: item): Client<item> | undefined {
    const { client: name, account } = item.turn
    const client = clients.get(name)
    const line = client?.accounts.get(account)
    const index = line?.indexOf(item) ?? -1
    if (client === undefined || line === undefined || index < 0) return undefined
    line.splice(index, 1)
    places.remove(item.turn)
    if (line.length === 0) client.accounts.delete(account)
    return client
  }

  function forget(name: string, client: Client<item>): void {
    if (client.accounts.size > 0) return
    clients.delete(name)
    for (const [other, had] of gone) if (had <= least) gone.delete(other)
    if (client.had > least) gone.set(name, client.had)
  }

  return {
    add(item) {
      const { accounts } = clientOf(item.turn.client)
      const line = accounts.get(item.turn.account)
      if (line === undefined) accounts.set(item.turn.account, [item])
      else line.push(item)
      places.add(item.turn)
    },
    addFirst(item) {
      const client = clientOf(item.turn.client)
      client.had -= item.cost
      const line = client.accounts.get(item.turn.account) ?? []
      line.unshift(item)
      moveToFront(client.accounts, item.turn.account, line)
      places.add(item.turn)
    },
    first(mayStart) {
      let next: { readonly item: item; readonly had: number } | undefined
      for (const { accounts, had } of clients.values()) {
        const [[item] = []] = accounts.values()
        if (item === undefined || (next !== undefined && next.had <= had)) continue
        if (mayStart(item.turn)) next = { item, had }
      }
      return next?.item
    },
    start(item) {
      const client = take(item)
      if (client === undefined) return
      least = Math.max(least, client.had)
      client.had = Math.max(client.had, least) + item.cost
      const { accounts } = client
      const line = accounts.get(item.turn.account)
      // Whoever has had a turn goes to the end, also among those who have had as much.
      accounts.delete(item.turn.account)
      if (line !== undefined) accounts.set(item.turn.account, line)
      clients.delete(item.turn.client)
      clients.set(item.turn.client, client)
      forget(item.turn.client, client)
    },
    drop(item) {
      const client = take(item)
      if (client !== undefined) forget(item.turn.client, client)
    },
    hasRoom: places.hasRoom,
    costBefore({ client }) {
      const costs = new Map([...clients].map(([name, { accounts }]) => [name, costOf(accounts)]))
      const own = costs.get(client) ?? 0
      return [...costs.values()].reduce((sum, cost) => sum + Math.min(cost, own + 1), 0)
    },
  }
}

function costOf(accounts: ReadonlyMap<string, readonly Waiting[]>): number {
  return [...accounts.values()].flat().reduce((sum, { cost }) => sum + cost, 0)
}

function moveToFront<value>(map: Map<string, value>, key: string, value: value) {
  const rest = [...map].filter(([other]) => other !== key)
  map.clear()
  map.set(key, value)
  for (const [other, one] of rest) map.set(other, one)
}

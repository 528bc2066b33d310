import type { Clock } from '../shared/clock.js'
import { type Connection, closeCodes } from './connection.js'

/** The interval between waves of closed sockets, in milliseconds, so that clients do not all reconnect at once. */
const waveInterval = 250
/** Sockets closed per second if there are few. */
const leavingRate = 500
/** How often to check whether all have closed, in milliseconds, and how many times. */
const lookInterval = 50
const looks = 40

/**
 * Closes all sockets (1001) over a time, in random order, and then waits at most 2 s for them.
 *
 * @param connections The open sockets; the caller removes those that close.
 * @param duration Time for all of them, in milliseconds; a few sockets take less.
 */
export async function sendAway(
  clock: Clock,
  connections: ReadonlySet<Connection>,
  duration: number,
): Promise<void> {
  const leaving = shuffled([...connections])
  const time = Math.min(duration, (leaving.length / leavingRate) * 1000)
  const waves = Math.max(1, Math.ceil(time / waveInterval))
  const size = Math.ceil(leaving.length / waves)
  for (let wave = 0; wave < waves; wave++) {
    for (const connection of leaving.slice(wave * size, (wave + 1) * size)) {
      connection.close(closeCodes.goingAway, 'Going away')
    }
    // Random, so that processes that stop together do not send their waves together.
    if (wave < waves - 1) await wait(clock, waveInterval * (0.5 + Math.random()))
  }
  for (let look = 0; connections.size > 0 && look < looks; look++) await wait(clock, lookInterval)
}

function wait(clock: Clock, duration: number): Promise<void> {
  return new Promise((resolve) => clock.setTimeout(resolve, duration))
}

function shuffled<item>(items: item[]): item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

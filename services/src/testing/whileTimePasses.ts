import type { TestClock } from './createTestClock.js'

/** Lets time pass, a tenth of a second after the other, until the work is done. */
export async function whileTimePasses<value>(clock: TestClock, work: Promise<value>): Promise<value> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  for (let step = 0; !isDone; step++) {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    // Messages between this process's sockets take real time, on a busy machine milliseconds.
    if (step < 20) await new Promise((resolve) => setTimeout(resolve, 2))
    clock.advance(100)
  }
  return done
}

import type { TestClock } from './createTestClock.js'

/** Lets time pass, a tenth of a second after the other, until the work is done. */
export async function whileTimePasses<value>(clock: TestClock, work: Promise<value>): Promise<value> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    clock.advance(100)
  }
  return done
}

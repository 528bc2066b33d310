import { describe, expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.js'
import type { Health } from './createHealth.js'
import { createUpstreamQueue, type QueueOptions } from './createUpstreamQueue.js'
import { NodeError, ReplyTooLong, ServerBusy, TooManyCalls } from './post.js'

const turn = { client: 'ada', account: '0xa' }

describe('pace', () => {
  test('sends five calls in each second, the first five at once', async () => {
    const { run, starts, passTime } = setUp({ perSecond: 5 })
    const all = Promise.all(Array.from({ length: 12 }, () => run(async () => 'done')))
    await passTime(2_500)
    await all
    expect(starts.map((at) => Math.floor(at / 1_050))).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2])
    for (const start of starts)
      expect(starts.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(5)
  })

  test('counts the calls of a batch', async () => {
    const { run, starts, passTime } = setUp({ perSecond: 5 })
    const all = Promise.all([
      run(async () => 'done', { cost: 4 }),
      run(async () => 'done', { cost: 2 }),
      run(async () => 'done', { cost: 10 }),
      run(async () => 'done'),
    ])
    await passTime(6_000)
    await all
    // The batch of ten takes two seconds.
    expect(starts).toEqual([0, 1_050, 2_100, 4_200])
  })

  test('sends at most as many at once as it may', async () => {
    const { run, passTime } = setUp({ atOnce: 4 })
    let running = 0
    let most = 0
    const work = async () => {
      running++
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running--
    }
    const all = Promise.all(Array.from({ length: 9 }, () => run(work)))
    await passTime(100)
    await all
    // A client that is alone gets half of the places.
    expect(most).toBe(2)
  })
})

describe('patient turns', () => {
  const patient = { client: 'bob', account: '0xb', isPatient: true }

  test('wait longer than others until a server has time for them', async () => {
    const { run, passTime } = setUp({ perSecond: 1 })
    const own = () => run(async () => 'done', { turn: patient })
    const all = Promise.allSettled(Array.from({ length: 30 }, own))
    await passTime(40_000)
    expect((await all).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 'fulfilled'))
  })

  test('then have the usual time', async () => {
    const { run, passTime, clock } = setUp({ perSecond: 1 })
    const startedAt = clock.steadyNow()
    const before = Promise.all(Array.from({ length: 20 }, () => run(async () => 'done', { turn: patient })))
    const last = run((signal) => untilAborted(signal), { turn: patient }).catch(
      () => clock.steadyNow() - startedAt,
    )
    await passTime(40_000)
    await before
    // Its turn comes after 21 s, and the server has 8 s.
    expect(await last).toBe(20 * 1_050 + 8_000)
  })

  /** Refuses so many calls, each with a pause of so many seconds. */
  const refusing = (refusals: number, seconds: number) => {
    let sent = 0
    return async () => {
      if (sent++ < refusals) throw new ServerBusy('HTTP 429', seconds * 1_000)
      return 'done'
    }
  }

  test('wait through a pause that is longer than an answer may take, and then have the usual time', async () => {
    const { run, starts, passTime, clock } = setUp({})
    const startedAt = clock.steadyNow()
    const answered = run(refusing(2, 25), { turn: patient })
    await new Promise(setImmediate)
    await passTime(55_000)
    expect(await answered).toBe('done')
    expect(starts).toEqual([0, 25_000, 50_000])
    const busyOnce = refusing(1, 20)
    const hanging = run(
      async (signal) => {
        await busyOnce()
        return untilAborted(signal)
      },
      { turn: patient },
    ).catch(() => clock.steadyNow() - startedAt)
    await passTime(30_000)
    expect(Math.round((await hanging) / 1_000)).toBe(55 + 20 + 8)
  })

  test('wait for no longer than their own time in all', async () => {
    const { run, starts, passTime } = setUp({})
    const refused = expect(run(refusing(9, 25), { turn: patient })).rejects.toThrow('HTTP 429')
    await new Promise(setImmediate)
    await passTime(60_000)
    await refused
    // The third pause would end after 75 s; a call waits for 68 s.
    expect(starts).toEqual([0, 25_000, 50_000])
  })

  test('of which nobody else takes the time: another call still fails at once', async () => {
    const { run, passTime } = setUp({})
    const waiting = run(refusing(1, 25), { turn: patient })
    await passTime(1)
    await expect(run(async () => 'done')).rejects.toThrow('too many calls are waiting')
    await passTime(30_000)
    expect(await waiting).toBe('done')
  })
})

describe('turns', () => {
  test('one account with a hundred calls does not delay another', async () => {
    const { run, passTime } = setUp({ perSecond: 5 })
    const order: string[] = []
    const all = Promise.allSettled([
      ...Array.from({ length: 100 }, () =>
        run(async () => order.push('many'), { turn: { ...turn, account: '0xb' }, within: 100_000 }),
      ),
      run(async () => order.push('one'), { within: 100_000 }),
    ])
    await passTime(2_000)
    expect(order.indexOf('one')).toBeLessThan(10)
    await passTime(30_000)
    await all
  })

  test("a list of ten counts as ten of its client's turns", async () => {
    const { run, passTime } = setUp({ perSecond: 10 })
    const order: string[] = []
    const ask = (client: string, cost: number) =>
      run(async () => order.push(client), { turn: { client, account: '' }, cost, within: 100_000 })
    const all = Promise.all([
      ...Array.from({ length: 4 }, () => ask('eve', 10)),
      ...Array.from({ length: 20 }, () => ask('ada', 1)),
    ])
    await passTime(10_000)
    await all
    expect(order.slice(0, 12)).toEqual(['eve', ...Array.from({ length: 10 }, () => 'ada'), 'eve'])
  })

  test('whoever comes back at once with another list keeps what it has had', async () => {
    const { run, passTime } = setUp({ perSecond: 5 })
    const order: string[] = []
    const ask = (client: string, cost: number) =>
      run(async () => order.push(client), { turn: { client, account: '' }, cost, within: 100_000 })
    const again = async () => {
      for (let count = 0; count < 3; count++) await ask('eve', 5)
    }
    const all = Promise.all([again(), ...Array.from({ length: 10 }, () => ask('ada', 1))])
    await passTime(15_000)
    await all
    expect(order.lastIndexOf('eve')).toBe(12)
    expect(order.slice(0, 7)).toEqual(['eve', 'ada', 'ada', 'ada', 'ada', 'ada', 'eve'])
  })

  test('a client whose calls all hang leaves places for the others', async () => {
    const { run, starts, passTime } = setUp({ atOnce: 50 })
    for (let count = 0; count < 300; count++)
      void run((signal) => untilAborted(signal), { turn: { client: 'eve', account: '' } }).catch(() => {})
    expect(starts).toHaveLength(25)
    expect(await run(async () => 'done')).toBe('done')
    await passTime(8_000)
  })

  test('clients of one project leave places for another project', async () => {
    const { run, starts, passTime } = setUp({ atOnce: 16 })
    for (let client = 0; client < 60; client++)
      void run((signal) => untilAborted(signal), {
        turn: { client: `shop ${client}`, project: 'shop', account: '' },
      }).catch(() => {})
    expect(starts).toHaveLength(12)
    const other = { client: 'game 1', project: 'game', account: '' }
    expect(await run(async () => 'done', { turn: other })).toBe('done')
    await passTime(8_000)
  })

  test('a client that fills the line leaves room in it for the others', async () => {
    const { run, passTime } = setUp({ atOnce: 1 })
    const hanging = run((signal) => untilAborted(signal), { turn: { client: 'bob', account: '' } }).catch(
      () => {},
    )
    const refusals: string[] = []
    for (let count = 0; count < 2_000; count++)
      void run(async () => 'done', { turn: { client: 'eve', account: '' } }).catch((error: Error) =>
        refusals.push(error.message),
      )
    await new Promise(setImmediate)
    expect(refusals).toHaveLength(1_500)
    const own = run(async () => 'done', { within: 10_000 })
    await passTime(8_000)
    await hanging
    expect(await own).toBe('done')
  })

  test('a client that names many accounts does not delay another client', async () => {
    const { run, passTime } = setUp({ perSecond: 5 })
    const order: string[] = []
    const all = Promise.allSettled([
      ...Array.from({ length: 60 }, (_, index) =>
        run(async () => order.push('eve'), {
          turn: { client: 'eve', account: String(index) },
          within: 100_000,
        }),
      ),
      run(async () => order.push('ada')),
      run(async () => order.push('ada')),
    ])
    await passTime(3_000)
    expect(order.lastIndexOf('ada')).toBeLessThan(12)
    await passTime(30_000)
    await all
  })
})

describe('waiting', () => {
  test('a call that would wait longer than its time limit fails at once', async () => {
    const { run, clock, passTime } = setUp({ perSecond: 1 })
    const waiting = Array.from({ length: 5 }, () => run(async () => 'done', { within: 10_000 }))
    const startedAt = clock.steadyNow()
    await expect(run(async () => 'done', { within: 2_000 })).rejects.toThrow('too many calls are waiting')
    expect(clock.steadyNow()).toBe(startedAt)
    await passTime(10_000)
    expect(await Promise.all(waiting)).toHaveLength(5)
  })

  test('a refusal says whether the calls of the client itself are the reason', async () => {
    const { run, passTime } = setUp({ perSecond: 1 })
    const eve = { client: 'eve', account: '0xe' }
    const ofEve = Array.from({ length: 30 }, () => run(async () => 'done', { turn: eve, within: 60_000 }))
    await expect(run(async () => 'done', { turn: eve })).rejects.toThrow(TooManyCalls)
    // Ada's call comes before most of Eve's, unless she does not want to wait for a single one.
    const ofAda = run(async () => 'done')
    const refused = await run(async () => 'done', { within: 500 }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(NodeError)
    expect(refused).not.toBeInstanceOf(TooManyCalls)
    await passTime(60_000)
    expect(await Promise.all([ofAda, ...ofEve])).toHaveLength(31)
  })

  test('a call that nobody waits for any more is never sent', async () => {
    const { run, starts, passTime } = setUp({ perSecond: 1 })
    const controller = new AbortController()
    const first = run(async () => 'done')
    const second = run(async () => 'done', { signal: controller.signal })
    controller.abort()
    await expect(second).rejects.toThrow(NodeError)
    await passTime(5_000)
    await first
    expect(starts).toEqual([0])
  })

  test('when a long list is given up, the next call starts at once', async () => {
    const { run, starts, passTime } = setUp({ perSecond: 10 })
    const first = run(async () => 'done', { cost: 5 })
    const controller = new AbortController()
    const list = run(async () => 'done', { cost: 10, signal: controller.signal })
    const refused = expect(list).rejects.toThrow('no answer in time')
    const next = run(async () => 'done')
    await passTime(500)
    expect(starts).toEqual([0])
    controller.abort()
    await Promise.all([first, refused])
    expect(await next).toBe('done')
    expect(starts).toEqual([0, 500])
  })

  test('a server that hangs is given up in time, and its place is free again', async () => {
    const { run, passTime } = setUp({ atOnce: 1 })
    const hanging = run((signal) => untilAborted(signal), { within: 8_000 })
    const refused = expect(hanging).rejects.toThrow('no answer in time')
    await passTime(8_000)
    await refused
    expect(await run(async () => 'done')).toBe('done')
  })
})

describe('a server at its limit', () => {
  test('is asked again after the time that it names, and no caller sees the refusal', async () => {
    const { run, starts, passTime } = setUp({})
    let count = 0
    const work = async () => {
      if (count++ < 2) throw new ServerBusy('HTTP 429', 2_000)
      return 'done'
    }
    const all = Promise.all([run(work), run(work), run(work)])
    await passTime(7_000)
    expect(await all).toEqual(['done', 'done', 'done'])
    expect(starts.filter((at) => at > 0 && at < 2_000)).toEqual([])
  })

  test('without a time: pauses that grow, with jitter', async () => {
    const { run, starts, passTime } = setUp({ random: () => 1 })
    const refused = expect(
      run(async () => Promise.reject(new ServerBusy('at its limit')), { within: 60_000 }),
    ).rejects.toThrow('at its limit')
    await new Promise(setImmediate)
    await passTime(60_000)
    await refused
    expect(starts).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000])
  })

  test('calls that are refused together cause one pause, not one for each', async () => {
    const { run, passTime } = setUp({ random: () => 1 })
    let isFull = true
    const work = async () => {
      if (isFull) throw new ServerBusy('at its limit')
      return 'done'
    }
    const all = Promise.all(Array.from({ length: 7 }, () => run(work)))
    await new Promise(setImmediate)
    isFull = false
    await passTime(1_500)
    expect(await all).toEqual(Array.from({ length: 7 }, () => 'done'))
  })

  test('rests only for a long pause', async () => {
    const { run, queue, passTime } = setUp({})
    const refuse = (pause: number) => async () => Promise.reject(new ServerBusy('HTTP 429', pause))
    await expect(run(refuse(3_000), { hasOther: true })).rejects.toThrow()
    expect(queue.health()).toEqual({ state: 'slow', until: expect.any(Number) })
    await passTime(3_000)
    await expect(run(refuse(3_100), { hasOther: true })).rejects.toThrow()
    expect(queue.health()).toEqual({ state: 'resting', until: expect.any(Number) })
  })

  test('is not asked again if another server can be', async () => {
    const { run, starts } = setUp({})
    const work = async () => Promise.reject(new ServerBusy('HTTP 429', 100))
    await expect(run(work, { hasOther: true })).rejects.toThrow('HTTP 429')
    expect(starts).toEqual([0])
  })

  test('fails at once while the pause is longer than the time limit', async () => {
    const { run, starts } = setUp({})
    await expect(run(async () => Promise.reject(new ServerBusy('HTTP 503', 60_000)))).rejects.toThrow()
    await expect(run(async () => 'done')).rejects.toThrow('too many calls are waiting')
    expect(starts).toEqual([0])
  })
})

describe('health', () => {
  test('rests after three failures, then one call tries the server', async () => {
    const { run, queue, health, passTime } = setUp({ random: () => 1 })
    const fail = async () => Promise.reject(new NodeError('broken'))
    for (let count = 0; count < 3; count++) await expect(run(fail)).rejects.toThrow('broken')
    expect(queue.health()).toEqual({ state: 'resting', until: expect.any(Number) })
    await passTime(5_000)
    expect(queue.health().state).toBe('ok')
    const trying = run((signal) => untilAborted(signal)).catch(() => 'failed')
    expect(queue.health().state).toBe('resting')
    await passTime(8_000)
    expect(await trying).toBe('failed')
    // The second rest is twice as long.
    await passTime(9_000)
    expect(queue.health().state).toBe('resting')
    await passTime(1_000)
    await run(async () => 'done')
    expect(queue.health()).toEqual({ state: 'ok' })
    expect(health.map(({ state }) => state)).toEqual(['resting', 'ok'])
  })

  test('a call that was wrong itself is no failure of the server', async () => {
    const { run, queue } = setUp({})
    for (let count = 0; count < 5; count++)
      await expect(run(async () => Promise.reject(new ReplyTooLong('too long')))).rejects.toThrow()
    expect(queue.health()).toEqual({ state: 'ok' })
  })

  test('a late answer makes it slow, and a quick one makes it well again', async () => {
    const { run, queue, passTime } = setUp({})
    let answer = (_value: string) => {}
    const slow = run(() => new Promise<string>((resolve) => (answer = resolve)))
    await passTime(3_000)
    answer('done')
    await slow
    expect(queue.health()).toEqual({ state: 'slow' })
    await run(async () => 'done')
    expect(queue.health()).toEqual({ state: 'ok' })
  })
})

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new NodeError('unreachable')), { once: true })
  })
}

function setUp(options: Partial<QueueOptions>) {
  const clock = createTestClock()
  const startedAt = clock.steadyNow()
  const starts: number[] = []
  const health: Health[] = []
  const queue = createUpstreamQueue({
    clock,
    perSecond: Number.POSITIVE_INFINITY,
    atOnce: 100,
    slowAfter: 2_000,
    random: () => 0,
    onChange: (one) => void health.push(one),
    ...options,
  })
  return {
    clock,
    queue,
    starts,
    health,
    run<value>(
      work: (signal: AbortSignal) => Promise<value>,
      more: Partial<Parameters<typeof queue.run>[1]> = {},
    ): Promise<value> {
      const noted = (signal: AbortSignal) => {
        starts.push(clock.steadyNow() - startedAt)
        return work(signal)
      }
      return queue.run(noted, { turn, within: 8_000, ...more })
    },
    async passTime(duration: number) {
      for (let passed = 0; passed < duration; passed += 50) {
        clock.advance(50)
        await new Promise(setImmediate)
      }
    },
  }
}

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createTestClock } from '../testing/createTestClock.js'
import { createGuardedFetch } from './guardedFetch.js'
import { resolveName } from './resolveName.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const types = { A: 1, AAAA: 28 } as const

/** Starts a name server on this machine. `answer` returns the addresses' bytes, or `undefined` for silence. */
async function startNameServer(
  answer: (name: string, type: number) => readonly (readonly number[])[] | 'refused' | undefined,
) {
  const server = createSocket('udp4')
  const asked: string[] = []
  server.on('message', (message, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
      labels.push(message.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const type = message.readUInt16BE(at + 1)
    asked.push(labels.join('.'))
    const answered = answer(labels.join('.'), type)
    if (answered === undefined) return
    const found = answered === 'refused' ? [] : answered
    const flags = answered === 'refused' ? 0x8185 : 0x8180
    const head = Buffer.alloc(12)
    message.copy(head, 0, 0, 2)
    for (const [offset, value] of [flags, 1, found.length].entries())
      head.writeUInt16BE(value, 2 + 2 * offset)
    const records = found.map((bytes) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]),
    )
    server.send(Buffer.concat([head, message.subarray(12, at + 5), ...records]), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return { asked, servers: [`127.0.0.1:${server.address().port}`] }
}

describe('resolveName', () => {
  test('returns all addresses of both families', async () => {
    const { servers } = await startNameServer((_name, type) =>
      type === types.A
        ? [
            [93, 184, 215, 14],
            [10, 0, 0, 1],
          ]
        : [[0x20, 1, ...new Array<number>(13).fill(0), 1]],
    )
    expect(await resolveName('shop.example', AbortSignal.timeout(4_000), servers)).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
      { address: '2001::1', family: 6 },
    ])
  })

  test('returns the addresses of one family if the name server refuses to answer for the other', async () => {
    const { servers } = await startNameServer((_name, type) =>
      type === types.A ? [[93, 184, 215, 14]] : 'refused',
    )
    expect(await resolveName('shop.example', AbortSignal.timeout(4_000), servers)).toEqual([
      { address: '93.184.215.14', family: 4 },
    ])
  })

  test('error: the name server refuses to answer for both', async () => {
    const { servers } = await startNameServer(() => 'refused')
    await expect(resolveName('shop.example', AbortSignal.timeout(4_000), servers)).rejects.toThrow('EREFUSED')
  })

  test('returns none for a name without addresses', async () => {
    const { servers } = await startNameServer(() => [])
    expect(await resolveName('shop.example', AbortSignal.timeout(4_000), servers)).toEqual([])
  })
})

test('names whose servers never answer do not occupy the resolver that the other requests use', async () => {
  const { asked, servers } = await startNameServer(() => undefined)
  const clock = createTestClock()
  const context = createContext({ clock })
  const signals: AbortSignal[] = []
  const fetch = createGuardedFetch(context, {
    resolve: (host, signal) => {
      signals.push(signal)
      return resolveName(host, signal, servers)
    },
  })
  // As many clients as there are places: a single client gets only a share of them.
  const fetched = Array.from({ length: 16 }, (_, index) =>
    context.callers
      .run({ client: String(index), project: undefined }, () =>
        fetch(`https://slow${index}.example/`, { size: 1_000, accept: '*/*' }),
      )
      .catch((error: Error) => error.message),
  )
  while (asked.length < 32) await new Promise(setImmediate)
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
  clock.advance(5_000)
  expect(new Set(await Promise.all(fetched))).toEqual(new Set(['no answer in time']))
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
  expect(process.getActiveResourcesInfo()).not.toContain('QueryReqWrap')
})

test('by default, the guarded fetch leaves the resolver of the other requests alone', async () => {
  const clock = createTestClock()
  const fetched = createGuardedFetch(createContext({ clock }))('https://nobody.invalid/', {
    size: 1_000,
    accept: '*/*',
  })
  await Promise.resolve()
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
  clock.advance(5_000)
  await expect(fetched).rejects.toThrow('no answer in time')
})

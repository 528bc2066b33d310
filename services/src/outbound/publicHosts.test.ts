import type { LookupAddress } from 'node:dns'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { RequestOptions } from 'node:https'
import { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { createContext } from '../shared/context.js'
import { createTestClock } from '../testing/createTestClock.js'
import { createGuardedFetch } from './guardedFetch.js'

// Which addresses a connection may use. Nothing is sent: a test must not reach a public host.

type Asked = { readonly url: URL; readonly options: RequestOptions }
type Answer = (response: IncomingMessage) => void

const asked = vi.hoisted((): Asked[] => [])
vi.mock('node:https', () => ({
  request(url: URL, options: RequestOptions, answer: Answer) {
    asked.push({ url, options })
    const response = Object.assign(Readable.from([Buffer.from('here')]), { statusCode: 200, headers: {} })
    const end = () => answer(response as unknown as IncomingMessage)
    return Object.assign(new EventEmitter(), { end })
  },
}))

afterEach(() => void asked.splice(0))

/** Fetches an address, and returns to which addresses each kind of look-up would connect. */
async function connect(address: string, found: readonly LookupAddress[]) {
  const hosts: string[] = []
  const resolve = async (host: string) => {
    hosts.push(host)
    return found
  }
  const fetch = createGuardedFetch(createContext({ clock: createTestClock() }), { resolve })
  const { body } = await fetch(address, { size: 1_000, accept: '*/*' })
  expect(body.toString()).toBe('here')
  expect(asked.map(({ url }) => url.href)).toEqual([address])
  const lookUp = (all: boolean) =>
    new Promise<unknown[]>((done) =>
      asked[0]?.options.lookup?.('other.example', { all }, (...answer) => done(answer)),
    )
  return { hosts, all: await lookUp(true), one: await lookUp(false) }
}

test('a name is looked up once, and the connection uses the addresses that were checked', async () => {
  const found = [
    { address: '93.184.215.14', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]
  const { hosts, all, one } = await connect('https://shop.example/a', found)
  expect(hosts).toEqual(['shop.example'])
  expect(all).toEqual([null, found])
  expect(one).toEqual([null, '93.184.215.14', 4])
})

test.each([
  ['https://93.184.215.14/', '93.184.215.14', 4],
  ['https://[2606:4700::1111]/', '2606:4700::1111', 6],
])('%s is looked up nowhere', async (address, host, family) => {
  const { hosts, all, one } = await connect(address, [])
  expect(hosts).toEqual([])
  expect(all).toEqual([null, [{ address: host, family }]])
  expect(one).toEqual([null, host, family])
})

test('a host that was not checked gets no connection of one that was', async () => {
  await connect('https://shop.example/', [{ address: '93.184.215.14', family: 4 }])
  expect(asked[0]?.options.agent).toBe(false)
})

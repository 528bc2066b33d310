import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.js'
import { createApp } from './app.js'
import { createContext } from './context.js'
import { type Host, listen } from './host.js'
import { createLog } from './log.js'

let host: Host | undefined
afterEach(() => host?.close())

test('a connection that sends nothing is closed in time; one that has sent something is not cut by that', async () => {
  const clock = createTestClock()
  const context = createContext({
    clock,
    settings: { relayHandshakeSeconds: 10, port: 0, host: '127.0.0.1' },
    log: createLog({ level: 'silent', now: () => 0, write: () => {} }),
  })
  host = await listen(context, { app: createApp(context), onUpgrade: () => {} })
  const silent = connect(host.port, '127.0.0.1')
  const talking = connect(host.port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(talking, 'connect')])
  const closed = once(silent.resume(), 'close')
  talking.write('GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(talking, 'data')
  clock.advance(10_000)
  await closed
  talking.write('GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [answer] = await once(talking, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404/)
  talking.destroy()
})

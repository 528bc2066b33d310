import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import type { Settings } from '../shared/settings.js'
import { createIdentity } from '../testing/createIdentity.js'
import { createAdmission } from './admission.js'

const identity = createIdentity()
const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })

/** Returns whether a client with a token whose audience is `aud` is admitted. */
function isAdmitted(
  aud: string,
  {
    host = 'relay.example',
    from = '203.0.113.7',
    at = '192.0.2.1',
    port = 8787,
    publicOrigins = [],
    relayAudiences = [],
    forwarded,
  }: Case = {},
): boolean {
  const admission = createAdmission(createContext({ log, settings: { publicOrigins, relayAudiences } }))
  const request = {
    socket: { remoteAddress: from, localAddress: at, localPort: port },
    headers: { host, 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage
  const query = new URLSearchParams({ auth: identity.token({ claims: { aud } }) })
  return !('refusal' in admission.admit(request, query))
}

type Case = {
  readonly host?: string
  /** The client's address. */
  readonly from?: string
  /** The address and port of this machine that the client's socket has reached. */
  readonly at?: string
  readonly port?: number
  readonly publicOrigins?: readonly string[]
  readonly relayAudiences?: readonly string[]
  readonly forwarded?: string
}

test("without configured hosts a token's audience must be the address that the socket has reached", () => {
  expect(isAdmitted('ws://192.0.2.1:8787')).toBe(true)
  expect(isAdmitted('ws://192.0.2.1', { port: 80 })).toBe(true)
  expect(isAdmitted('ws://192.0.2.1:8787', { at: '::ffff:192.0.2.1' })).toBe(true)
  expect(isAdmitted('ws://[2001:db8::1]:8787', { at: '2001:db8::1' })).toBe(true)
  expect(isAdmitted('ws://192.0.2.1:8788')).toBe(false)
  expect(isAdmitted('ws://192.0.2.2:8787')).toBe(false)
})

test('without configured hosts a client cannot choose the accepted audience with the header `Host`', () => {
  expect(isAdmitted('wss://evil.example', { host: 'evil.example' })).toBe(false)
  expect(isAdmitted('ws://192.0.2.2:8787', { host: '192.0.2.2:8787' })).toBe(false)
})

test('with configured hosts it must be one of them, whatever host was requested', () => {
  const publicOrigins = ['https://relay.example']
  expect(isAdmitted('wss://relay.example', { publicOrigins, host: 'upstream:8787' })).toBe(true)
  expect(isAdmitted('wss://other.example', { publicOrigins, host: 'other.example' })).toBe(false)
  expect(isAdmitted('ws://192.0.2.1:8787', { publicOrigins })).toBe(false)
  expect(isAdmitted('wss://a.example', { relayAudiences: ['a.example'], host: 'b.example' })).toBe(true)
  expect(isAdmitted('wss://b.example', { relayAudiences: ['a.example'], host: 'b.example' })).toBe(false)
})

test.each(['localhost', '127.0.0.1:8787', 'app.localhost'])(
  'a client on another machine that requests %s cannot use a token for this machine',
  (host) => {
    expect(isAdmitted('ws://localhost:1', { host })).toBe(false)
    expect(isAdmitted('ws://localhost:1', { host, publicOrigins: ['https://relay.example'] })).toBe(false)
  },
)

test('a client behind a proxy on this machine cannot use a token for this machine', () => {
  const proxied = { from: '127.0.0.1', at: '127.0.0.1', forwarded: '203.0.113.7' }
  expect(isAdmitted('ws://127.0.0.1:8787', proxied)).toBe(false)
  expect(isAdmitted('ws://localhost:8787', proxied)).toBe(false)
})

test('a program on this machine may use any name of this machine', () => {
  const local = { from: '127.0.0.1', host: '127.0.0.1:8787' }
  expect(isAdmitted('ws://localhost:4602', local)).toBe(true)
  expect(isAdmitted('ws://localhost:4602', { ...local, publicOrigins: ['https://relay.example'] })).toBe(true)
  expect(isAdmitted('wss://other.example', local)).toBe(false)
})

describe('the warning at start', () => {
  const warningsOf = (settings: Partial<Settings>) => {
    const lines: string[] = []
    const warned = createLog({ level: 'warn', now: () => 0, write: (line) => lines.push(line) })
    createAdmission(createContext({ log: warned, settings }))
    return lines.join('')
  }

  test.each(['0.0.0.0', '::', '192.0.2.1'])('names the setting if the relay listens at %s', (host) => {
    expect(warningsOf({ host })).toContain('LATCHKEY_PUBLIC_ORIGINS')
    expect(warningsOf({ host, publicOrigins: ['https://relay.example'] })).toBe('')
    expect(warningsOf({ host, relayAudiences: ['relay.example'] })).toBe('')
  })

  test.each(['127.0.0.1', '::1', 'localhost'])('is absent if the relay listens at %s', (host) => {
    expect(warningsOf({ host })).toBe('')
  })
})

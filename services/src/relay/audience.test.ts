import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createIdentity } from '../testing/createIdentity.js'
import { createAdmission } from './admission.js'

const identity = createIdentity()
const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })

/** Returns whether a client that requested `host` is admitted with a token whose audience is `aud`. */
function isAdmitted(
  aud: string,
  { host = 'relay.example', from = '203.0.113.7', publicOrigins = [], relayAudiences = [] }: Case = {},
): boolean {
  const admission = createAdmission(createContext({ log, settings: { publicOrigins, relayAudiences } }))
  const request = { socket: { remoteAddress: from }, headers: { host } } as unknown as IncomingMessage
  const query = new URLSearchParams({ auth: identity.token({ claims: { aud } }) })
  return !('refusal' in admission.admit(request, query))
}

type Case = {
  readonly host?: string
  readonly from?: string
  readonly publicOrigins?: readonly string[]
  readonly relayAudiences?: readonly string[]
}

test("without configured hosts a token's audience must be the requested host", () => {
  expect(isAdmitted('wss://relay.example')).toBe(true)
  expect(isAdmitted('wss://relay.example', { host: 'relay.example:443' })).toBe(true)
  expect(isAdmitted('ws://192.168.1.5:8787', { host: '192.168.1.5:8787' })).toBe(true)
  expect(isAdmitted('wss://other.example')).toBe(false)
  expect(isAdmitted('ws://localhost:8787')).toBe(false)
})

test('with configured hosts it must be one of them, whatever host was requested', () => {
  const publicOrigins = ['https://relay.example']
  expect(isAdmitted('wss://relay.example', { publicOrigins, host: 'upstream:8787' })).toBe(true)
  expect(isAdmitted('wss://other.example', { publicOrigins, host: 'other.example' })).toBe(false)
  expect(isAdmitted('wss://a.example', { relayAudiences: ['a.example'], host: 'b.example' })).toBe(true)
  expect(isAdmitted('wss://b.example', { relayAudiences: ['a.example'], host: 'b.example' })).toBe(false)
})

test('a program on this machine may use any name of this machine', () => {
  const local = { from: '127.0.0.1', host: '127.0.0.1:8787' }
  expect(isAdmitted('ws://localhost:4602', local)).toBe(true)
  expect(isAdmitted('ws://localhost:4602', { ...local, publicOrigins: ['https://relay.example'] })).toBe(true)
  expect(isAdmitted('wss://other.example', local)).toBe(false)
})

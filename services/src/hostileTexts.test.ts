import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatSiwxMessage, type SiwxMessage } from 'latchkey/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Services, startServices } from './index.js'
import { createLog } from './shared/log.js'
import { toStorable } from './shared/storableText.js'
import { connectRelay } from './testing/connectRelay.js'
import { createProver } from './testing/createProver.js'
import { startPostgres, type TestPostgres } from './testing/startPostgres.js'
import { newTopic, publish, subscribe } from './testing/startTestRelay.js'

/** Texts that databases, encodings and statements trip over. */
const texts: [name: string, text: string][] = [
  ['a NUL', 'a\0b'],
  ['NULs alone', '\0\0'],
  ['a lone high surrogate', 'a\ud800b'],
  ['a lone low surrogate at the end', 'ab\udfff'],
  ['surrogates in the wrong order', '\udc00\ud800'],
  ['20 kB', 'x'.repeat(20_000)],
  ['20 kB of astral characters', '\u{1f600}'.repeat(5_000)],
  ['SQL', `'); DROP TABLE auth_families; DELETE FROM message; --`],
  ['a parameter', '$1 ? :a @b'],
  ['backslashes', `\\x00\\' \\u0000 E'\\\\`],
  ['bytes that are no text', '\u0080\u00ff\ufffd\ufffe\uffff'],
]
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const page = 'https://app.example'

let postgres: TestPostgres
let services: Services
let proveUrl: Awaited<ReturnType<typeof createProver>>
const directory = mkdtempSync(join(tmpdir(), 'latchkey-hostile-'))
const lines: string[] = []

async function start() {
  services = await startServices({
    dataDir: directory,
    log: createLog({ level: 'error', now: () => 0, write: (line) => void lines.push(line) }),
    checkAnswers: true,
    settings: {
      ...{ databaseUrl: postgres.url, httpBurst: 1_000_000, relayPublishBurst: 10_000 },
      // A chain without a node, so that nothing but the database can fail with 500.
      chains: ['eip155:1=http://127.0.0.1:9'],
    },
  })
}

beforeAll(async () => {
  postgres = await startPostgres()
  proveUrl = await createProver()
  await start()
}, 120_000)
afterAll(async () => {
  await services.close()
  await postgres.stop()
  rmSync(directory, { recursive: true })
})

/** Escapes a text for a URL, which cannot contain a lone surrogate. */
const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** Calls a route; the services must not fail. */
async function call(path: string, { body, token, nonceToken }: Call = {}) {
  const url = `${services.url}${path}`
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await fetch(url, {
    method,
    headers: {
      origin: page,
      dpop: await proveUrl({ method, url, token, now: Date.now() }),
      ...(token === undefined ? {} : { authorization: `DPoP ${token}` }),
      ...(nonceToken === undefined ? {} : { 'x-nonce-jwt': `Bearer ${nonceToken}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect([answer.status === 500, lines]).toEqual([false, []])
  return { status: answer.status, text }
}
type Call = {
  readonly body?: unknown
  readonly token?: string | undefined
  readonly nonceToken?: string | undefined
}

async function signIn(more: Partial<SiwxMessage> = {}, edit = (message: string) => message) {
  const { nonce, token: nonceToken } = JSON.parse((await call('/auth/v1/nonce')).text)
  const message = edit(
    formatSiwxMessage({
      ...{ domain: 'app.example', address: account.address, uri: page, version: '1', chainId: 'eip155:1' },
      ...{ nonce, issuedAt: new Date().toISOString(), ...more },
    }),
  )
  const signature = await account.signMessage({ message })
  return { ...(await call('/auth/v1/authenticate', { nonceToken, body: { message, signature } })), nonce }
}

describe.each(texts)('%s', { timeout: 60_000 }, (_name, text) => {
  test('in the relay is refused, or delivered whole: at once, and from the store', async () => {
    const [sender, reader] = await Promise.all([
      connectRelay(services.relayUrl),
      connectRelay(services.relayUrl),
    ])
    for (const [message, attestation] of [
      [text, undefined],
      ['envelope', text],
    ] as const) {
      const topic = newTopic()
      await subscribe(reader, topic)
      const seen = reader.pushes.length
      const answer = await publish(sender, topic, message, { attestation }).catch((error) => error)
      if (answer !== true) {
        expect(answer).toMatchObject({ data: 'InvalidParams' })
        continue
      }
      await reader.untilPushed(seen + 1)
      const late = await connectRelay(services.relayUrl)
      await subscribe(late, topic)
      await late.untilPushed(1)
      for (const push of [reader.pushes.at(-1), late.pushes[0]])
        expect(push?.params.data).toMatchObject({
          message,
          ...(attestation === undefined ? {} : { attestation }),
        })
      await late.close()
    }
    await sender.close()
    await reader.close()
  })

  test('in place of a topic or id is refused by the relay', async () => {
    const client = await connectRelay(services.relayUrl)
    for (const [method, params] of [
      ['irn_subscribe', { topic: text }],
      ['irn_unsubscribe', { topic: newTopic(), id: text }],
      ['irn_publish', { topic: text, message: 'x', ttl: 300, tag: 1 }],
      ['irn_fetchMessages', { topic: text }],
      ['irn_batchReceive', { receipts: [{ topic: newTopic(), messageId: text }] }],
      ['wc_proposeSession', { pairingTopic: text, sessionProposal: 'x' }],
    ] as const) {
      const answer = await client.request(method, params).catch((error) => error)
      if (answer !== true) expect(answer).toMatchObject({ data: expect.stringMatching(/^Invalid/) })
    }
    await client.close()
  })

  test('in an event is refused, or counted and shown whole', async () => {
    const event = {
      eventId: crypto.randomUUID(),
      url: page,
      domain: 'app.example',
      timestamp: 0,
      props: { type: 'error', event: 'CONNECT_ERROR', properties: { message: text } },
    }
    for (const body of [
      { ...event, eventId: text },
      { ...event, url: text },
      { ...event, domain: text },
      { ...event, props: { ...event.props, event: text } },
      { ...event, props: { ...event.props, properties: { [text]: 'x' } } },
    ])
      await call('/e', { body })
    const { status } = await call('/e', { body: event })
    await call(`/e?projectId=${escaped(text)}`, { body: event })
    await call(`/analytics?project=${escaped(text)}`)
    const shown = (await (await fetch(`${services.url}/analytics`)).text()).replace(/&#(\d+);/g, (_, code) =>
      String.fromCharCode(Number(code)),
    )
    if (status === 200) expect(shown).toContain(toStorable(text))
    else expect(status).toBe(400)
  })

  test('in a sign-in is refused or accepted, and looks nothing up', async () => {
    const put = (field: string) => (message: string) =>
      message.replace(new RegExp(`${field}: .*`), () => `${field}: ${text}`)
    for (const field of ['Nonce', 'URI', 'Chain ID', 'Issued At', 'Version'])
      expect([400, 401]).toContain((await signIn({}, put(field))).status)
    const moved = await signIn({}, (message) => message.replace(account.address, () => text))
    expect([400, 401]).toContain(moved.status)
    const more = { statement: 'A statement', requestId: 'request-1', resources: ['https://app.example/a'] }
    for (const value of [more.statement, more.requestId, more.resources[0] ?? ''])
      await signIn(more, (message) => message.replace(value, () => text))
    for (const body of [
      { message: text, signature: '0x' },
      { message: 'x', signature: text },
      { refreshToken: text },
    ])
      for (const path of ['authenticate', 'refresh']) await call(`/auth/v1/${path}`, { body })
    const request = { token: 't'.repeat(43), proof: 'x', method: 'GET', url: page, origin: page }
    for (const field of Object.keys(request))
      await call('/auth/v1/introspect', { body: { ...request, [field]: text } })
    expect((await signIn()).status).toBe(200)
  })

  test('in place of an account, a chain, a cursor or a permission is refused', async () => {
    const part = escaped(text)
    for (const path of [
      `/v1/sessions/${part}`,
      `/v1/sessions/eip155:1:${part}`,
      `/v1/account/${part}/history`,
      `/v1/account/${part}/lookalikes?start=${part}&end=${part}`,
      `/v1/account/${account.address}/lookalikes?start=${part}&end=1234567`,
      `/v1/account/${account.address}/history?cursor=${part}`,
      `/v1/account/${account.address}/history?chainId=${part}`,
      `/v1/account/${account.address}/balance?chainId=${part}`,
      `/v1/identity/${part}`,
      `/getWallets?search=${part}`,
    ])
      await call(path)
    const signature = await account.signMessage({ message: `Revoke session ${text}` })
    const path = `/v1/sessions/eip155:1:${account.address}/revoke`
    expect([400, 404]).toContain((await call(path, { body: { pci: text, signature } })).status)
  })
})

import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { createTestClock } from '../../../testing/createTestClock.js'
import { startLogin } from '../../../testing/startLogin.js'
import { readInitData } from './readInitData.js'

const token = '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

type Field = readonly [name: string, value: string]

/** Signs data as the messaging app's server does. */
function sign(fields: readonly Field[], botToken = token): string {
  const text = [...fields]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const hash = createHmac('sha256', key).update(text).digest('hex')
  return new URLSearchParams([...fields.map(([name, value]) => [name, value]), ['hash', hash]]).toString()
}

const fieldsAt = (now: number, more: object = {}): readonly Field[] => [
  ['query_id', 'AAHdF6IQAAAAAN0XohDhrOrc'],
  [
    'user',
    JSON.stringify({ id: 279058397, first_name: 'Ann', username: 'ann', language_code: 'en', ...more }),
  ],
  ['auth_date', String(Math.floor(now / 1_000))],
  ['signature', 'abc'],
]

async function setUp(settings = {}) {
  const started = await startLogin({ settings: { loginTelegram: token, ...settings } })
  cleanups.push(started.login.close)
  const enter = (initData: string, asked = {}) => started.call('telegram', { initData }, asked)
  return { ...started, enter }
}

test('who opens the page in the app is logged in, and is the same user the next time', async () => {
  const { enter, clock } = await setUp()
  const { body } = await enter(sign(fieldsAt(clock.now())))
  expect(body).toMatchObject({
    token: expect.any(String),
    user: { email: null, userName: 'ann', way: 'telegram' },
  })
  clock.advance(1_000)
  expect((await enter(sign(fieldsAt(clock.now(), { username: 'new' })))).body.user).toEqual(body.user)
  clock.advance(1_000)
  expect((await enter(sign(fieldsAt(clock.now(), { id: 7 })))).body.user).not.toEqual(body.user)
})

test('signed data counts once, and for five minutes', async () => {
  const { enter, clock } = await setUp()
  const data = sign(fieldsAt(clock.now()))
  const uses = await Promise.all(Array.from({ length: 4 }, () => enter(data)))
  expect(uses.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403])
  const late = sign(fieldsAt(clock.now(), { id: 8 }))
  clock.advance(301_000)
  expect((await enter(late)).status).toBe(403)
  expect((await enter(sign(fieldsAt(clock.now() + 120_000)))).status).toBe(403)
})

test('data that the bot’s token has not signed logs nobody in', async () => {
  const { enter, clock } = await setUp()
  const fields = fieldsAt(clock.now())
  const good = sign(fields)
  for (const data of [
    sign(fields, '123456:another-token-of-another-bot'),
    good.replace('279058397', '279058398'),
    `${good}&user=${encodeURIComponent('{"id":1}')}`,
    `${good}&more=1`,
    good.replace(/hash=\w+/, 'hash='),
    good.replace(/hash=(\w+)/, (_, hash) => `hash=${hash.toUpperCase()}`),
    good.replace(/&hash=\w+/, ''),
    sign(fieldsAt(clock.now(), { is_bot: true })),
    sign(fieldsAt(clock.now(), { id: '279058397' })),
    sign(fieldsAt(clock.now(), { id: -1 })),
    sign(fields.filter(([name]) => name !== 'user')),
    sign(fields.filter(([name]) => name !== 'auth_date')),
    sign([...fields.filter(([name]) => name !== 'user'), ['user', '{']]),
    '',
  ])
    expect([data, (await enter(data)).status]).toEqual([data, 403])
  expect((await enter(good)).status).toBe(200)
})

test('without the setting there is no such login, and it is begun only so often', async () => {
  const { enter } = await setUp({ loginTelegram: undefined })
  expect((await enter(sign(fieldsAt(createTestClock().now())))).status).toBe(404)
  const limited = await setUp({ loginStartsPerClient: 1 })
  expect((await limited.enter('x')).status).toBe(403)
  expect((await limited.enter('x')).status).toBe(429)
})

test('a name is read as plain text', () => {
  const now = createTestClock().now()
  const nameOf = (more: object) => readInitData(sign(fieldsAt(now, more)), token, now)?.userName
  expect(nameOf({ username: undefined })).toBe('Ann')
  for (const sign of ['\u202e', '\u0000']) expect(nameOf({ username: `a${sign}b` })).not.toContain(sign)
  expect(nameOf({ username: 'x'.repeat(1_000) })?.length).toBeLessThanOrEqual(100)
})

import { expect, test } from 'vitest'
import { createProver } from '../../testing/createProver.js'
import { mannWhitney } from '../../testing/mannWhitney.js'
import { page, startLogin } from '../../testing/startLogin.js'

/** Samples of each kind; more if there is time (`npm run long`). */
const samples = Number(process.env.LONG_RUNS ?? 120)
const accounts = 30
const day = 86_400_000

/** Starts a login with accounts, asks for codes of known and unknown addresses, and compares the answers. */
async function compare(loginDeviceLink: '0' | '1') {
  const started = await startLogin()
  const { call, clock, login, mails, mailTo } = started
  const known = Array.from({ length: accounts }, (_, index) => `known${index}@mail.example`)
  for (const email of known) await started.logIn(email)
  // The accounts are known; the device that asks is not.
  Object.assign(started.context.settings, { loginDeviceLink })
  const device = { prover: await createProver() }
  let count = 0

  /** Asks once, and waits for the mail, so that the next request finds nothing in progress. */
  async function ask(email: string) {
    const sent = mails.filter(({ to }) => to === email).length
    const at = performance.now()
    const answer = await call('email', { email, host: page }, device)
    const time = performance.now() - at
    await mailTo(email, sent + 1)
    const { 'x-request-id': _, date: __, etag: ___, ...headers } = Object.fromEntries(answer.headers)
    const flow = expect.stringMatching(/^[\w-]{43}$/)
    expect(answer.body).toEqual({ ...answer.body, flow })
    return { time, told: JSON.stringify([answer.status, { ...answer.body, flow: '' }, headers]) }
  }

  async function sample() {
    const times = { known: [] as number[], unknown: [] as number[] }
    const told = new Set<string>()
    while (times.known.length < samples) {
      // What earlier requests have left is swept, so that every address begins as if nobody had asked for it.
      clock.advance(2 * day)
      await new Promise((resolve) => setTimeout(resolve, 20))
      for (const email of known) {
        const fresh = `other${String(count++).padStart(4, '0')}@mail.example`
        const order = count % 2 === 0 ? [email, fresh] : [fresh, email]
        for (const one of order) {
          const answer = await ask(one)
          times[one === email ? 'known' : 'unknown'].push(answer.time)
          told.add(answer.told)
        }
      }
    }
    return { told, p: mannWhitney(times.known, times.unknown) }
  }

  const results = [await sample()]
  // One in a hundred samples of equal times looks different; three in a row do not.
  while (results.every(({ p }) => p <= 0.01) && results.length < 3) results.push(await sample())
  await login.close()
  return { told: results.flatMap((result) => [...result.told]), p: Math.max(...results.map(({ p }) => p)) }
}

test.each([
  ['with codes', '0'],
  ['with links for unknown devices', '1'],
] as const)(
  'known and unknown addresses get equal answers in equal time, %s',
  { timeout: 3_600_000 },
  async (_, loginDeviceLink) => {
    const { told, p } = await compare(loginDeviceLink)
    expect(new Set(told).size).toBe(1)
    expect(p).toBeGreaterThan(0.01)
  },
)

test('the measure tells unequal samples from equal ones', () => {
  const noise = (index: number) =>
    Math.sin(index * 12.9898) * 43_758.5453 - Math.floor(Math.sin(index * 12.9898) * 43_758.5453)
  const sampleOf = (from: number, by: number) =>
    Array.from({ length: 200 }, (_, index) => noise(from + index) + by)
  expect(mannWhitney(sampleOf(1, 0), sampleOf(1_000, 0))).toBeGreaterThan(0.01)
  expect(mannWhitney(sampleOf(1, 0), sampleOf(1_000, 0.2))).toBeLessThan(0.001)
  expect(mannWhitney([1, 1, 1, 2, 2, 2], [1, 1, 1, 2, 2, 2])).toBeGreaterThan(0.9)
})

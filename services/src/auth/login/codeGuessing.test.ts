import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '../../outbound/createMailer.js'
import type { App } from '../../shared/app.js'
import { createTestKeys } from '../../testing/createTestKeys.js'
import { linkOf, otherThan, startLogin } from '../../testing/startLogin.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.stop())
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const day = 86_400_000
/** All are sent at once, and to both databases, only if there is time (`npm run long`). */
const isLong = process.env.LONG_RUNS !== undefined
const atOnce = isLong ? 10_000 : 200
const isLetter = ({ subject }: Mail) => subject === 'Too many codes for app.example'

/** Presses the button of a mail's link. */
async function press({ request }: App, url: string): Promise<number> {
  const answer = await request(url.replace(/\?.*/, ''), {
    method: 'POST',
    body: new URL(url).search.slice(1),
  })
  return answer.status
}

const guesses = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(6, '0'))

describe.each<[string, () => { databaseUrl?: string }]>([
  ['SQLite', () => ({})],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('%s', (kind, place) => {
  /** Counts how many codes are compared: each is hashed first. */
  async function setUp() {
    const keys = createTestKeys()
    let hashed = 0
    const counting: typeof keys = {
      ...keys,
      lookup(project, about, text) {
        if (about.startsWith('login_codes|')) hashed++
        return keys.lookup(project, about, text)
      },
    }
    let passkeyOf = ''
    const started = await startLogin({
      ...{ ...place(), keys: counting },
      passkeys: {
        checkAssertion: async () => ({ project: 'acme', user: passkeyOf, wallet: 'wallet', slot: 'slot' }),
      },
    })
    cleanups.push(started.login.close)
    const { begin, call } = started
    return {
      ...started,
      /** Begins a login whose code is none of the first guesses. */
      async beginUnguessed(email: string) {
        const begun = await begin(email)
        hashed = 0
        return Number(begun.code) < guesses.length ? undefined : begun
      },
      evaluated: () => hashed,
      /** Logs a user in with a passkey. */
      async logInOtherwise(user: string) {
        passkeyOf = user
        const { flow } = (await call('passkey/options', {})).body
        expect((await call('passkey', { flow, assertion: {} })).body).toHaveProperty('token')
      },
    }
  }

  test('of 10,000 guesses at once at most five are evaluated, and none logs in', {
    timeout: 300_000,
  }, async () => {
    const { call, beginUnguessed, evaluated } = await setUp()
    const begun =
      (await beginUnguessed(`one${Math.random()}@mail.example`)) ??
      (await beginUnguessed(`two${Math.random()}@mail.example`))
    if (begun === undefined) throw new Error('one chance in 10,000')
    const answers: Awaited<ReturnType<typeof call>>[] = []
    const most = kind === 'SQLite' || isLong ? guesses.length : 2_000
    for (let from = 0; from < most; from += atOnce) {
      const wave = guesses.slice(from, from + atOnce)
      answers.push(...(await Promise.all(wave.map((code) => call('code', { flow: begun.flow, code })))))
    }
    expect(evaluated()).toBe(5)
    expect(answers.filter(({ body }) => 'token' in body)).toEqual([])
    expect((await call('code', begun)).body).toEqual({ triesLeft: 0 })
  })

  test('over all codes of a day at most 20 guesses are evaluated; a resend fills nothing up', async () => {
    const { call, begin, clock, evaluated } = await setUp()
    const email = `day${Math.random()}@mail.example`
    let hashedForMails = 0
    for (let code = 0; code < 10; code++) {
      const begun = await begin(email)
      hashedForMails++
      const wrong = Array.from({ length: 100 }, (_, by) => (Number(begun.code) + 1 + by) % 1_000_000)
      await Promise.all(
        wrong.map((one) => call('code', { flow: begun.flow, code: String(one).padStart(6, '0') })),
      )
      // The right one, at the end of what the day allows.
      if (code >= 4) expect((await call('code', begun)).body).toEqual({ triesLeft: 0 })
      clock.advance(13 * 60_000)
    }
    expect(evaluated() - hashedForMails).toBe(20)
    clock.advance(day)
    expect((await call('code', await begin(email))).body).toHaveProperty('token')
  })

  test('after 40 wrong codes in seven days there are none, until the owner allows them', async () => {
    const { app, call, begin, clock, mailTo, lines } = await setUp()
    const email = `lock${Math.random()}@mail.example`
    for (let code = 0; code < 8; code++) {
      const begun = await begin(email)
      for (let one = 0; one < 5; one++) await call('code', { ...begun, code: otherThan(begun.code) })
      // After the 20 tries of a day, the owner gets a letter.
      if (code === 3) await mailTo(email, 1, isLetter)
      if (code < 7) clock.advance(code % 4 === 3 ? day : 15 * 60_000)
    }
    const letter = await mailTo(email, 2, isLetter)
    expect(lines.some((line) => line.includes('login.locked'))).toBe(true)
    clock.advance(60_000)
    await expect(begin(email)).rejects.toThrow(/^429 /)
    // A week without wrong codes allows none either. Who asks then gets a new link, once a day.
    clock.advance(8 * day)
    await expect(begin(email)).rejects.toThrow(/^429 /)
    expect((await app.request(linkOf(letter))).status).toBe(404)
    const url = linkOf(await mailTo(email, 3, isLetter))
    expect(await (await app.request(url)).text()).toContain('Allow codes again?')
    await expect(begin(email)).rejects.toThrow(/^429 /)
    expect(await press(app, url)).toBe(200)
    expect((await call('code', await begin(email))).body).toHaveProperty('token')
  })

  test('a login in another way allows codes again that were locked, and gives a guesser no tries before', async () => {
    const { call, begin, logIn, clock, logInOtherwise } = await setUp()
    const email = `often${Math.random()}@mail.example`
    const { user } = await logIn(email)
    clock.advance(day)
    for (let code = 0; code < 8; code++) {
      // The owner logs in with a passkey again and again.
      await logInOtherwise(user.id)
      clock.advance(code === 4 ? day : 15 * 60_000)
      const begun = await begin(email)
      for (let one = 0; one < 5; one++) await call('code', { ...begun, code: otherThan(begun.code) })
    }
    clock.advance(day)
    await expect(begin(email)).rejects.toThrow(/^429 /)
    await logInOtherwise(user.id)
    expect((await call('code', await begin(email))).body).toHaveProperty('token')
  })

  test('strangers who type 20 wrong codes, however often, keep nobody out who presses the link of the mail', async () => {
    const { app, call, begin, clock, mailTo, mails, evaluated } = await setUp()
    const email = `strangers${Math.random()}@mail.example`
    const guess = async () => {
      const tried = evaluated()
      clock.advance(3_600_000)
      for (let code = 0; code < 5; code++) {
        clock.advance(30_000)
        const begun = await begin(email)
        for (let one = 0; one < 6; one++) await call('code', { ...begun, code: otherThan(begun.code) })
      }
      return evaluated() - tried - 5
    }
    let url = ''
    for (let round = 0; round < 4; round++) {
      // The owner's own code is a try, too.
      expect(await guess()).toBe(round === 0 ? 20 : 19)
      // The same link each time: of the two letters of a day, one is for the tries and one for the codes.
      if (round === 0) url = linkOf(await mailTo(email, 1, isLetter))
      if (round === 3) clock.advance(6 * day)
      else await expect(begin(email)).rejects.toThrow(/^429 /)
      expect(await press(app, url)).toBe(200)
      expect((await call('code', await begin(email))).body).toHaveProperty('token')
    }
    expect(mails.filter((mail) => mail.to === email && isLetter(mail))).toHaveLength(2)
    clock.advance(day)
    expect(await press(app, url)).toBe(404)
  })

  test('strangers who ask for ten codes a day, however often, keep nobody out who presses the link of the mail', async () => {
    const { app, call, begin, clock, mailTo, mails } = await setUp()
    const name = `asked${Math.random()}`
    const email = `${name}@mail.example`
    const askAll = async () => {
      for (let code = 0; code < 10; code++) {
        await begin(`${name}+${code}@mail.example`)
        clock.advance(13 * 60_000)
      }
      // Whatever the address of the mailbox, it gets one letter.
      await expect(begin(email)).rejects.toThrow(/^429 /)
      for (let one = 0; one < 3; one++)
        await expect(begin(`${name}+${one}@mail.example`)).rejects.toThrow(/^429 /)
    }
    await askAll()
    const url = linkOf(await mailTo(email, 1, isLetter))
    // Who has not pressed it gets none.
    await expect(begin(email)).rejects.toThrow(/^429 /)
    for (let round = 0; round < 3; round++) {
      expect(await press(app, url)).toBe(200)
      expect((await call('code', await begin(email))).body).toHaveProperty('token')
      expect(await press(app, url)).toBe(200)
      await askAll()
    }
    expect(mails.filter((mail) => mail.to.startsWith(name) && isLetter(mail))).toHaveLength(1)
  })
})

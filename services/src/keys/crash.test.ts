import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWallet } from '../../site/vault/createWallet.js'
import { readWallet, unlockWallet } from '../../site/vault/unlockWallet.js'
import type { WalletSession } from '../../site/vault/WalletSession.js'
import { createTestDevice, type TestDevice } from '../testing/keys/createTestDevice.js'
import { begin, flows, type Owned, waysOf } from '../testing/keys/flows.js'
import { startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-crash-'))
let postgres: TestPostgres
let points = 0
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

/** CI tries every third point, and on PostgreSQL, which takes longer, every ninth; `npm run long` tries all of them. */
const isLong = process.env.LONG_RUNS !== undefined
const strides = isLong ? { sqlite: 1, postgres: 1 } : { sqlite: 3, postgres: 9 }

/** What dies at a point: the page, the service, or a message between them. */
const sides = ['site', 'service', 'lost request', 'lost answer'] as const
type Side = (typeof sides)[number]

class Crash extends Error {}

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  const place = {
    directory: mkdtempSync(join(folder, 'keys-')),
    get databaseUrl() {
      return kind === 'postgres' ? postgres.url : undefined
    },
  }
  let keys: TestKeys
  let users = 0

  /** What dies, and at the how manieth of its points. */
  const plan: { side: Side | undefined; left: number; passed: number } = {
    side: undefined,
    left: 0,
    passed: 0,
  }
  const isDue = (side: Side) => {
    if (plan.side !== side) return false
    plan.passed++
    return plan.left-- === 0
  }
  const start = async () => {
    const { clock } = keys ?? {}
    const { directory, databaseUrl } = place
    const started = await startTestKeys({
      ...{ directory, databaseUrl, clock },
      step() {
        if (!isDue('service')) return
        started.faults.isDead = true
        throw new Crash('service')
      },
    })
    started.faults.onCall = () => {
      if (isDue('lost request')) return 'lost request'
      return isDue('lost answer') ? 'lost answer' : undefined
    }
    return started
  }
  beforeAll(async () => {
    keys = await start()
  })
  afterAll(() => keys.close())

  /** A page of the site on a device, which may die at one of its points. */
  const connect = (device: TestDevice, user: string): WalletSession => ({
    ...keys.connect(device, { user }),
    step() {
      if (isDue('site')) throw new Crash('site')
    },
  })

  /** Runs a flow that ends at one point, and starts everything again. Returns what the flow gave, if it went through. */
  async function run(flow: (typeof flows)[number], owned: Owned, { side, at }: { side: Side; at: number }) {
    const sessions = { own: connect(owned.device, owned.user), other: connect(owned.other, owned.user) }
    Object.assign(plan, { side, left: at, passed: 0 })
    const result = await flow.run(owned, sessions).catch((error: unknown) => error)
    const { passed } = plan
    plan.side = undefined
    await keys.close()
    keys = await start()
    // Half an hour later, and limits are as before.
    keys.clock.advance(25 * 3_600_000)
    return { result, hasEnded: passed <= at }
  }

  test.each(flows.flatMap((flow) => sides.map((side) => ({ flow, name: flow.name, side }))))(
    '$name, at every point of: $side',
    async ({ flow, side }) => {
      for (let at = 0; ; at += strides[kind]) {
        const user = `user${++users}`
        const [device, other] = [await createTestDevice(), await createTestDevice()]
        const owned = await begin(flow, { device, other, user, connect: (one) => connect(one, user) })
        keys.clock.advance(25 * 3_600_000)
        const { result, hasEnded } = await run(flow, owned, { side, at })
        await check(flow.name, owned, result)
        if (hasEnded) {
          // The flow has fewer points than this: nothing has happened to it.
          expect(result).not.toBeInstanceOf(Error)
          break
        }
        points++
      }
    },
    600_000,
  )

  /** Nothing is lost: the wallet opens in every way, or the account is gone as its owner wanted. */
  async function check(name: string, owned: Owned, result: unknown): Promise<void> {
    const session = connect(owned.device, owned.user)
    if (name === 'delete') {
      const { held } = await readWallet(session).catch(() => ({ held: undefined }))
      if (held === undefined) {
        expect(await keys.dataKeys.has({ project: 'acme', user: owned.user })).toBe(false)
        owned.device.store.seen.clear()
        // Who logs in again is another user.
        const again = connect(owned.device, `${owned.user} again`)
        expect((await createWallet(again, { label: 'anew' })).status).toBe('created')
        return
      }
      // It has not begun, so whoever asked was not told that it is done.
      expect(result).toBeInstanceOf(Error)
    }
    if (name === 'create') {
      const made = await createWallet(session, { label: 'again' })
      const opened = made.status === 'created' ? made.opened : await unlockWallet(session, { type: 'device' })
      const told = result instanceof Error ? undefined : (result as { readonly eip155: string })
      if (told !== undefined) expect(opened.version.addresses).toEqual(told)
      return
    }
    for (const way of waysOf(owned)) {
      const opened = await unlockWallet(session, way)
      expect(opened.version.addresses).toEqual(owned.addresses)
      expect(opened.contents.entropy).toEqual(owned.entropy)
    }
    // And the next try goes through.
    const flow = flows.find((one) => one.name === name) ?? expect.fail()
    const sessions = { own: session, other: connect(owned.other, owned.user) }
    if (name !== 'delete') await flow.run(owned, sessions)
  }
})

test('there were as many points as expected', () => {
  expect(points).toBeGreaterThanOrEqual(isLong ? 200 : 60)
})

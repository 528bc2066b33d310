import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { createKeyCalls } from '../../site/vault/createKeyCalls.js'
import { createWallet } from '../../site/vault/createWallet.js'
import { readWallet, unlockWallet } from '../../site/vault/unlockWallet.js'
import type { WalletSession } from '../../site/vault/WalletSession.js'
import { createTestDevice, type TestDevice } from '../testing/keys/createTestDevice.js'
import { begin, flows, waysOf } from '../testing/keys/flows.js'
import { buildKeysProgram, type KeysProcess, startKeysProcess } from '../testing/keys/startKeysProcess.js'
import { siteUrl, stretch } from '../testing/keys/startTestKeys.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'
import type { Program } from '../testing/startProcess.js'

/** CI kills the process at every sixth step of each flow, `npm run long` at every one. */
const stride = process.env.LONG_RUNS === undefined ? 6 : 1
const folder = mkdtempSync(join(tmpdir(), 'latchkey-kill-'))
let program: Program
let postgres: TestPostgres
beforeAll(async () => {
  program = await buildKeysProgram()
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  program.remove()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  const directory = mkdtempSync(join(folder, 'keys-'))
  let running: KeysProcess | undefined

  async function start(sessions: Sessions, dieAt: number): Promise<KeysProcess> {
    const databaseUrl = kind === 'postgres' ? postgres.url : undefined
    running = await startKeysProcess(program, { directory, databaseUrl, siteUrl, sessions, dieAt })
    return running
  }
  afterAll(() => running?.stop())

  /** A page that stays while the service dies and comes back. */
  function connect(device: TestDevice, { user, token }: Sessions[number]): WalletSession {
    const calls = createKeyCalls({
      origin: siteUrl,
      projectId: 'acme',
      async authorize({ method, url, body }) {
        const dpop = await device.prove({ method, url, body, token, now: Date.now() })
        return { authorization: `DPoP ${token}`, dpop }
      },
      fetch: (url, init) => fetch(url.replace(siteUrl, running?.url ?? ''), init),
    })
    return { calls, user, key: device.key, device: device.store, now: () => Date.now(), stretch }
  }

  test.each(flows)(
    '$name survives a kill of the service at its steps',
    async (flow) => {
      let count = 0
      for (let dieAt = 0; ; dieAt += stride) {
        const user = `${flow.name}${++count}`
        const [device, other] = [await createTestDevice(), await createTestDevice()]
        const sessions = [device, other].map(({ key }) => ({ token: randomUUID(), user, key }))
        const [own, theirs] = sessions
        if (own === undefined || theirs === undefined) return expect.fail()
        await start(sessions, -1)
        const owned = await begin(flow, { device, other, user, connect: (one) => connect(one, own) })
        await running?.stop()

        const dying = await start(sessions, dieAt)
        const pages = { own: connect(device, own), other: connect(other, theirs) }
        const result = await flow.run(owned, pages).catch((error: unknown) => error)
        const hasDied = dying.steps.length > dieAt
        if (hasDied) expect(await dying.ended).toBe('SIGKILL')
        else await dying.stop()

        await start(sessions, -1)
        const session = connect(device, own)
        if (flow.name === 'create') {
          const made = await createWallet(session, { label: 'again' })
          const opened =
            made.status === 'created' ? made.opened : await unlockWallet(session, { type: 'device' })
          if (!(result instanceof Error)) expect(opened.version.addresses).toEqual(result)
        } else if (flow.name === 'delete') {
          const { held } = await readWallet(session).catch(() => ({ held: undefined }))
          if (held !== undefined) {
            expect(result).toBeInstanceOf(Error)
            await unlockWallet(session, { type: 'device' })
          }
          if (!(result instanceof Error)) expect(held).toBeUndefined()
        } else {
          for (const way of waysOf(owned))
            expect((await unlockWallet(session, way)).contents.entropy).toEqual(owned.entropy)
          // The next change goes through. (A password is evaluated five times in 15 minutes, so the flow itself would not.)
          const opened = await unlockWallet(session, { type: 'device' })
          await changeWallet(session, opened, { isRotating: true })
        }
        await running?.stop()
        if (!hasDied) break
      }
      expect(count).toBeGreaterThan(1)
    },
    1_200_000,
  )
})

type Sessions = readonly { readonly token: string; readonly user: string; readonly key: string }[]

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createKeyCalls } from '../../../site/vault/createKeyCalls.js'
import type { WalletSession } from '../../../site/vault/WalletSession.js'
import { createKeys } from '../../keys/createKeys.js'
import type { UserRef } from '../../keys/DataKeys.js'
import { openDataKeys } from '../../keys/data/openDataKeys.js'
import type { KeysNotice } from '../../keys/Parts.js'
import type { Step } from '../../keys/Step.js'
import { createFileWrapper } from '../../keys/wrapper/createFileWrapper.js'
import type { KeyWrapper } from '../../keys/wrapper/KeyWrapper.js'
import { createApp } from '../../shared/app.js'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import type { Settings } from '../../shared/settings.js'
import { createTestClock, type TestClock } from '../createTestClock.js'
import type { TestDevice } from './createTestDevice.js'
import { createTestLogin } from './createTestLogin.js'

export const siteUrl = 'https://wallet.example'

export declare namespace startTestKeys {
  type Options = {
    /** The folder of SQLite's files and of the wrapper's key. */
    readonly directory: string
    readonly databaseUrl?: string | undefined
    readonly settings?: Partial<Settings> | undefined
    readonly wrapper?: KeyWrapper | undefined
    readonly clock?: TestClock | undefined
    readonly step?: Step | undefined
    readonly forgetUser?: ((user: UserRef) => Promise<void>) | undefined
  }
}

/** One request to the key service, and its answer. */
type Exchange = {
  readonly path: string
  readonly body: string
  readonly headers: { readonly [name: string]: string }
  readonly status: number
  readonly answer: string
}

/** What goes wrong between the site and the service. */
type Faults = {
  /** Called with each request's path; decides whether it gets lost, or its answer. */
  onCall: (path: string) => 'lost request' | 'lost answer' | undefined
  /** Whether the service's process has died: nothing is answered any more. */
  isDead: boolean
}

export type TestKeys = Awaited<ReturnType<typeof startTestKeys>>

/** Starts the key service in this process, with a test login. */
export async function startTestKeys(options: startTestKeys.Options) {
  const { directory, databaseUrl, step } = options
  const clock = options.clock ?? createTestClock()
  const now = () => clock.now()
  const lines: string[] = []
  const context = createContext({
    settings: { httpBurst: 1_000_000, databaseUrl, ...options.settings },
    log: createLog({ level: 'debug', now, write: (line) => void lines.push(line) }),
    clock,
    checkAnswers: true,
  })
  const wrapper = options.wrapper ?? createFileWrapper(join(directory, 'wrapper.key'), () => undefined)
  const dataKeys = await openDataKeys({ databaseUrl, directory }, { wrapper, now })
  const login = createTestLogin(siteUrl, now)
  const told: { readonly user: string; readonly notice: KeysNotice }[] = []
  const ended: { readonly user: string; readonly key: string; readonly staying: readonly string[] }[] = []
  const keys = await createKeys(context, {
    ...{ directory, siteUrl, dataKeys, step, checkLogin: login.checkLogin },
    forgetUser: options.forgetUser ?? (async () => undefined),
    endSessions: async ({ user }, key, staying) => void ended.push({ user, key, staying }),
    tell: ({ user }, notice) => void told.push({ user, notice }),
  })
  const app = createApp(context)
  keys.route(app)
  const exchanges: Exchange[] = []
  const faults: Faults = { onCall: () => undefined, isDead: false }

  /** Sends a request as the wallet's site does. */
  async function send(path: string, body: string, headers: { readonly [name: string]: string }) {
    const response = await app.request(path, { method: 'POST', body, headers })
    const answer = await response.text()
    exchanges.push({ path, body, headers, status: response.status, answer })
    return { status: response.status, answer, headers: response.headers }
  }

  /** Logs a user in on a device. */
  function connect(
    device: TestDevice,
    {
      user = 'anna',
      project = 'acme',
      loggedInAt = now(),
    }: { readonly user?: string; readonly project?: string; readonly loggedInAt?: number } = {},
  ): WalletSession & { readonly token: string } {
    const token = login.open({
      user: { id: user, way: 'email' },
      ...{ project, key: device.key, loggedInAt },
    })
    const calls = createKeyCalls({
      origin: siteUrl,
      projectId: project,
      async authorize({ method, url, body }) {
        const dpop = await device.prove({ method, url, body, token, now: now() })
        return { authorization: `DPoP ${token}`, dpop }
      },
      async fetch(url, init) {
        const { pathname, search } = new URL(url)
        const fault = faults.onCall(pathname)
        if (fault === 'lost request' || faults.isDead) throw new TypeError('lost')
        const headers = Object.fromEntries(new Headers(init.headers))
        const { status, answer } = await send(`${pathname}${search}`, String(init.body), headers)
        if (fault === 'lost answer' || faults.isDead) throw new TypeError('lost')
        return new Response(answer, { status })
      },
    })
    return { ...{ calls, user, key: device.key, device: device.store, now, stretch, token } }
  }

  return {
    ...{ keys, dataKeys, clock, context, login, told, ended, lines, exchanges, faults, send, connect },
    async close() {
      await keys.close()
      await dataKeys.close()
    },
  }
}

/** A quick stand-in for Argon2id, which takes half a second. */
export const stretch: NonNullable<WalletSession['stretch']> = async (output, salt) =>
  new Uint8Array(createHash('sha256').update(output).update(salt).digest())

// A process of the key service, for tests that kill it. Its settings are in one variable of the environment; it writes its port, and then a line at
// each point at which it could be killed.
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createKeys } from '../../keys/createKeys.js'
import { openDataKeys } from '../../keys/data/openDataKeys.js'
import { createFileWrapper } from '../../keys/wrapper/createFileWrapper.js'
import { createApp } from '../../shared/app.js'
import { createSystemClock } from '../../shared/clock.js'
import { createContext } from '../../shared/context.js'
import { createTestLogin } from './createTestLogin.js'
import type { KeysProgramSettings } from './startKeysProcess.js'

const settings: KeysProgramSettings = JSON.parse(process.env.KEYS_PROGRAM ?? '{}')
const { directory, databaseUrl, sessions, siteUrl } = settings
const clock = createSystemClock()
const now = () => clock.now()
const log = { debug() {}, info() {}, warn() {}, error() {} }
const context = createContext({ settings: { httpBurst: 1_000_000, databaseUrl }, log, clock })
const wrapper = createFileWrapper(join(directory, 'wrapper.key'), () => undefined)
const dataKeys = await openDataKeys({ databaseUrl, directory }, { wrapper, now })
const login = createTestLogin(siteUrl, now)
for (const { token, user, key } of sessions)
  login.open({ user: { id: user, way: 'email' }, project: 'acme', key, loggedInAt: now() }, token)

let left = settings.dieAt
const keys = await createKeys(context, {
  ...{ directory, siteUrl, dataKeys, checkLogin: login.checkLogin },
  forgetUser: async () => undefined,
  endSessions: async () => undefined,
  tell: () => undefined,
  step(name) {
    process.stdout.write(`step ${name}\n`)
    // Nothing of this process runs after it: no transaction is rolled back, no file is closed.
    if (left-- === 0) process.kill(process.pid, 'SIGKILL')
  },
})
const app = createApp(context)
keys.route(app)
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`port ${port}\n`)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Services, startServices } from '../index.js'
import { pathPart, statusOf } from '../testing/sendRaw.js'
import { createLog } from './log.js'

let services: Services
const failures: string[] = []
const log = createLog({ level: 'error', now: () => 0, write: (line) => void failures.push(line) })

beforeAll(async () => {
  services = await startServices({ log, settings: { httpBurst: 1_000_000 } })
})
afterAll(() => services.close())

test('any path gets an answer without a failure, and the services keep running', async () => {
  const routes = [
    'v1/',
    'account/',
    'getWallets',
    'nft/',
    'identity/',
    'auth/v1/',
    'relay',
    'analytics',
    'eip155:1',
  ]
  const part = fc.oneof(pathPart, fc.constantFrom(...routes))
  const line = fc.tuple(
    fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS'),
    fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    fc.constantFrom(undefined, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
  )
  await fc.assert(
    fc.asyncProperty(line, async ([method, path, headers]) => {
      const status = await statusOf(services.port, `${method} ${path}`, headers)
      expect(status).toMatch(/^[2-4]\d\d$|^502$/)
    }),
    { numRuns: Number(process.env.LONG_RUNS ?? 200) },
  )
  expect(await statusOf(services.port, 'GET /health')).toBe('200')
  expect(failures).toEqual([])
}, 30_000)

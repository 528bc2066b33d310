import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Services, startServices } from '../index.js'
import { createLog } from './log.js'

let services: Services
const failures: string[] = []
const log = createLog({ level: 'error', now: () => 0, write: (line) => void failures.push(line) })

beforeAll(async () => {
  services = await startServices({ log, settings: { httpBurst: 1_000_000 } })
})
afterAll(() => services.close())

test('any path gets an answer without a failure, and the services keep running', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '%',
      '%2',
      '%2f',
      '%00',
      '%ff',
      '..',
      '/',
      '//',
      '\\',
      '?',
      '#',
      ':',
      '@',
      '[',
      ']',
      '&a=',
      '%zz',
    ),
    fc.constantFrom(
      'v1/',
      'account/',
      'getWallets',
      'nft/',
      'identity/',
      'auth/v1/',
      'relay',
      'analytics',
      'eip155:1',
    ),
    fc.string({ maxLength: 3 }).map((text) => text.replace(/[\s\u007f-\uffff]/g, '')),
  )
  const line = fc.tuple(
    fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS'),
    fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    fc.constantFrom('', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
  )
  await fc.assert(
    fc.asyncProperty(line, async ([method, path, headers]) => {
      const status = await statusOf(`${method} ${path}`, headers)
      expect(status).toMatch(/^[2-4]\d\d$|^502$/)
    }),
    { numRuns: Number(process.env.LONG_RUNS ?? 200) },
  )
  expect(await statusOf('GET /health')).toBe('200')
  expect(failures).toEqual([])
}, 30_000)

/** Sends a raw request line, which HTTP clients would normalise. */
async function statusOf(line: string, headers = ''): Promise<string> {
  const socket = connect(services.port, '127.0.0.1')
  const close = headers === '' ? 'Connection: close\r\n' : headers
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${close}Content-Length: 0\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('\r\n')) break
  }
  return /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'none'
}

import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathPart, sendRaw, statusOf } from '../../services/src/testing/sendRaw.js'
import { serveApp } from './serveApp.mjs'

let port = 0
let stop = async () => {}
const folder = mkdtempSync(join(tmpdir(), 'serve-app-'))

beforeAll(async () => {
  for (const name of ['dist', 'dist-other']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'dist/index.html'), 'the page')
  writeFileSync(join(folder, 'dist-other/secret.txt'), 'a secret')
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  probe.close()
  await once(probe, 'close')
  stop = await serveApp({ folder, port, settings: {} })
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

test.each(['/%', '/%E0%A4%A', '/%00', '//', '//%', '/\\\\', 'http://[', '/?%#%/%zz'])(
  'a malformed address (%s) is answered, and the server goes on',
  async (path) => {
    expect(await statusOf(port, `GET ${path}`)).toMatch(/^(200|400|404)$/)
    expect(await statusOf(port, 'GET /')).toBe('200')
  },
)

test('GET /% is a bad request', async () => {
  expect(await statusOf(port, 'GET /%')).toBe('400')
})

test("serves no file outside the page's folder", async () => {
  for (const path of [
    '/../dist-other/secret.txt',
    '/..%2fdist-other/secret.txt',
    '/%2e%2e/dist-other/secret.txt',
  ])
    expect(await sendRaw(port, `GET ${path}`)).not.toContain('a secret')
})

test('any request gets an answer, and the server keeps running', async () => {
  const part = fc.oneof(pathPart, fc.constantFrom('a', '.js'))
  const path = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(path, async (asked) => {
      expect(await statusOf(port, `GET ${asked}`)).toMatch(/^(200|400|404)$/)
    }),
    { numRuns: 300 },
  )
  expect(await statusOf(port, 'GET /')).toBe('200')
})

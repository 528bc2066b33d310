import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    expect(await statusOf(path)).toMatch(/^(200|400|404)$/)
    expect(await statusOf('/')).toBe('200')
  },
)

test('GET /% is a bad request', async () => {
  expect(await statusOf('/%')).toBe('400')
})

test("serves no file outside the page's folder", async () => {
  for (const path of [
    '/../dist-other/secret.txt',
    '/..%2fdist-other/secret.txt',
    '/%2e%2e/dist-other/secret.txt',
  ])
    expect(await answerTo(path)).not.toContain('a secret')
})

test('any request gets an answer, and the server keeps running', async () => {
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
      'a',
      '.js',
    ),
    fc.string({ maxLength: 3 }).map((text) => text.replace(/[\s\u007f-\uffff]/g, '')),
  )
  const path = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(path, async (asked) => {
      expect(await statusOf(asked)).toMatch(/^(200|400|404)$/)
    }),
    { numRuns: 300 },
  )
  expect(await statusOf('/')).toBe('200')
})

async function statusOf(path: string): Promise<string> {
  return /^HTTP\/1\.1 (\d{3})/.exec(await answerTo(path))?.[1] ?? 'none'
}

/** Sends a raw path, which HTTP clients would normalise. */
async function answerTo(path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

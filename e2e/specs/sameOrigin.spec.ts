import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Services, startServices } from '@latchkey/services'
import { expect, test } from '@playwright/test'

// A page on the services' own origin, as behind one proxy. A browser then sends no `Origin` with a GET.

let services: Services
let server: Server
let origin = ''
const seen: { readonly path: string; readonly origin: string | undefined }[] = []

test.beforeAll(async () => {
  services = await startServices({ services: ['auth', 'analytics'] })
  server = createServer((incoming, outgoing) => {
    if (incoming.url === '/')
      return outgoing.setHeader('content-type', 'text/html').end('<title>Page</title>')
    seen.push({ path: incoming.url ?? '', origin: incoming.headers.origin })
    const { method, headers, url: path } = incoming
    incoming.pipe(
      request({ host: '127.0.0.1', port: services.port, method, headers, path }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
test.afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await services.close()
})

test('a page on the same origin gets its nonce and reads its session', async ({ page }) => {
  await page.goto(`${origin}/`)
  const nonce = await page.evaluate(async () => {
    const answer = await fetch('/auth/v1/nonce?projectId=acme')
    return { status: answer.status, body: await answer.json() }
  })
  expect(nonce).toEqual({ status: 200, body: { nonce: expect.any(String), token: expect.any(String) } })
  // 401 means signed out; 400 would mean that the service does not know the page.
  const me = await page.evaluate(async () => (await fetch('/auth/v1/me?projectId=acme')).status)
  expect(me).toBe(401)
  // The browser sent no `Origin`, which this test requires.
  expect(seen.map((one) => one.origin)).toEqual([undefined, undefined])
})

import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// The demo and its services on one origin, as behind one proxy.

/** Paths of the services; all others are the demo's. */
const ofServices =
  /^\/(?:auth|v1|e|relay|getWallets|getAssetImage|getWalletImage|getAnalyticsConfig)(?:[/?]|$)/

let server: Server
let origin = ''
const seen: { readonly method: string; readonly path: string; readonly origin: string | undefined }[] = []

test.beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', headers, url: path = '/' } = incoming
    if (path === '/settings.json') {
      const settings = await (await fetch(`${stack.demo}/settings.json`)).json()
      return outgoing
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ ...settings, services: origin }))
    }
    if (path.startsWith('/auth/')) seen.push({ method, path, origin: headers.origin })
    const { hostname, port } = new URL(ofServices.test(path) ? stack.services : stack.demo)
    incoming.pipe(
      request({ hostname, port, method, headers, path }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }).on('error', () => outgoing.destroy()),
    )
  })
  server.on('upgrade', (incoming, socket) => {
    const { hostname, port } = new URL(stack.services)
    const upstream = connect(Number(port), hostname, () => {
      const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`)
      upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test('on one origin: connect, sign, stay signed in over a reload, sign out', async ({
  page,
  modal,
  practice,
}) => {
  const status = page.getByTestId('sign-in')
  await page.goto(`${origin}/?signIn=optional`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.wallet(/Practice/).click()
  await practice.approve()
  await modal.expectView('Sign in')
  await modal.button('Sign').click()
  await practice.approve()
  await expect(status).toHaveText('Signed in')

  await page.reload()
  await expect(status).toHaveText('Signed in')
  await modal.expectClosed()

  const signedOut = page.waitForResponse((answer) => answer.url().includes('/auth/v1/sign-out'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect((await signedOut).status()).toBe(200)
  await expect(status).toHaveText('Signed out')
  await page.reload()
  await expect(status).toHaveText('Signed out')

  // The browser sent no `Origin` with GETs, which this test requires.
  const read = seen.filter(({ method }) => method === 'GET')
  expect(read.length).toBeGreaterThan(0)
  expect(read.map((one) => one.origin)).toEqual(read.map(() => undefined))
})

import { connect } from 'node:net'
import { defineEndpoint } from 'latchkey/protocol'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createApp, createOpenApp } from './app.js'
import { createContext } from './context.js'
import { HttpError } from './HttpError.js'
import { listen } from './host.js'
import { createLog } from './log.js'
import { route } from './route.js'

const getGreeting = defineEndpoint({
  service: 'explorer',
  method: 'GET',
  path: '/greetings/:name',
  query: v.object({ times: v.pipe(v.optional(v.string(), '1'), v.transform(Number), v.maxValue(9)) }),
  answer: v.object({ text: v.string() }),
})

const getFlag = defineEndpoint({
  service: 'explorer',
  method: 'GET',
  path: '/flags/:id',
  query: v.object({}),
  answer: 'image',
})

const postNote = defineEndpoint({
  service: 'explorer',
  method: 'POST',
  path: '/notes',
  query: v.object({}),
  answer: v.object({ length: v.number() }),
})

function createTestApp(settings: NonNullable<Parameters<typeof createContext>[0]>['settings'] = {}) {
  const lines: string[] = []
  const log = createLog({ level: 'debug', now: () => 0, write: (line) => lines.push(line) })
  const app = createApp(createContext({ settings, log, checkAnswers: true }))
  route(app, getGreeting, ({ params, query }) => ({
    text: `hello ${params.name} `.repeat(query.times).trim(),
  }))
  route(
    app,
    getFlag,
    ({ params }) => {
      if (params.id !== 'ch') throw new HttpError('NOT_FOUND', { details: `no flag "${params.id}"` })
      return { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
    },
    { maxAge: 60 },
  )
  route(app, postNote, ({ body }) => ({ length: JSON.stringify(body).length }))
  return { app, lines }
}

describe('route', () => {
  test('params and query reach the handler as the schema parsed them', async () => {
    const response = await createTestApp().app.request('/greetings/ada?times=2')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ text: 'hello ada hello ada' })
  })

  test('error: an invalid query names the parameter', async () => {
    const response = await createTestApp().app.request('/greetings/ada?times=10')
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: {
        code: 'INVALID_QUERY',
        message: 'The query is not valid',
        details: 'times: Invalid value: Expected <=9 but received 10',
      },
      requestId: response.headers.get('x-request-id'),
    })
  })

  test('answers 400 to a body that breaks off, and logs no error', async () => {
    const { app, lines } = createTestApp()
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('aborted'))
      },
    })
    const response = await app.request('/notes', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'INVALID_BODY', details: 'broke off' } })
    expect(lines.filter((line) => line.includes('http.failed'))).toEqual([])
  })

  test('an answer that the client already has is sent without a body', async () => {
    const { app } = createTestApp()
    const etag = (await app.request('/greetings/ada')).headers.get('etag') ?? ''
    const again = await app.request('/greetings/ada', { headers: { 'if-none-match': `"x", W/${etag}` } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const other = await app.request('/greetings/bob', { headers: { 'if-none-match': etag } })
    expect(other.status).toBe(200)
  })

  test('the last of repeated parameters counts', async () => {
    const response = await createTestApp().app.request('/greetings/ada?times=9&times=1+#times=2')
    expect(await response.json()).toEqual({ text: 'hello ada' })
  })

  test('nobody keeps the answer to a POST, or asks whether it has changed', async () => {
    const headers = { 'if-none-match': '*' }
    const response = await createTestApp().app.request('/notes', { method: 'POST', body: '1', headers })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ length: 1 })
    expect(response.headers.get('etag')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a picture keeps its type and may be cached', async () => {
    const response = await createTestApp().app.request('/flags/ch')
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(response.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test("error: a handler's error is answered with its code and details", async () => {
    const response = await createTestApp().app.request('/flags/xx')
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND', details: 'no flag "xx"' } })
  })

  test('error: a wrong method is answered with the right one', async () => {
    const response = await createTestApp().app.request('/flags/ch', { method: 'DELETE' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, OPTIONS')
  })

  test('error: an unknown path is answered in JSON', async () => {
    const response = await createTestApp().app.request('/nowhere')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })

  test('error: an answer that violates its schema is a 500, explained in the log only', async () => {
    const { app, lines } = createTestApp()
    const broken = defineEndpoint({ ...getGreeting, path: '/broken' })
    route(app, broken, () => ({ text: 1 }) as unknown as { text: string })
    const response = await app.request('/broken')
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      error: { code: 'INTERNAL', message: 'Something went wrong here' },
    })
    expect(lines.join('')).toContain('/broken answers against its schema: text: Invalid type')
  })

  test('error: an answer that the client would read differently is a 500', async () => {
    const { app, lines } = createTestApp()
    const broken = defineEndpoint({ ...getGreeting, path: '/broken' })
    route(app, broken, () => ({ text: 'a', colour: 'red' }))
    expect((await app.request('/broken')).status).toBe(500)
    expect(lines.join('')).toContain('reads differently: answer.colour')
  })

  test('error: a body that is invalid JSON or too large', async () => {
    const { app } = createTestApp({ httpBodySize: 20 })
    const post = (body: string) => app.request('/notes', { method: 'POST', body })
    expect(await (await post('{"a":1}')).json()).toEqual({ length: 7 })
    expect((await post('{"a":')).status).toBe(400)
    expect((await post(`"${'x'.repeat(20)}"`)).status).toBe(413)
  })
})

describe('a body that comes by the network', () => {
  async function post(body: string, headers: { readonly [name: string]: string } = {}): Promise<string> {
    const settings = { httpBodySize: 20, port: 0, host: '127.0.0.1' }
    const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
    const context = createContext({ settings, log })
    const own = createApp(context)
    route(own, postNote, ({ body }) => ({ length: String(body).length }))
    const host = await listen(context, { app: own, onUpgrade: () => false })
    const socket = connect(host.port, '127.0.0.1')
    const all = Object.entries({ host: 'localhost', connection: 'close', ...headers })
    socket.end(
      `POST /notes HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    )
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    await host.close()
    return Buffer.concat(chunks).toString()
  }

  const chunked = { 'transfer-encoding': 'chunked' }

  test.each([
    ['whole', '"12345"', { 'content-length': '7' }],
    ['in parts', '3\r\n"12\r\n4\r\n345"\r\n0\r\n\r\n', chunked],
  ])('is read %s', async (_, body, headers) => {
    expect(await post(body, headers)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"length":5\}$/)
  })

  test.each([
    ['announced', `"${'x'.repeat(20)}"`, { 'content-length': '22' }],
    ['found', `16\r\n"${'x'.repeat(20)}"\r\n0\r\n\r\n`, chunked],
  ])('error: is %s to be too long', async (_, body, headers) => {
    expect(await post(body, headers)).toMatch(/^HTTP\/1\.1 413 [\s\S]*BODY_TOO_LARGE/)
  })

  test('error: is shorter than announced', async () => {
    expect(await post('"123', { 'content-length': '7' })).not.toMatch(/^HTTP\/1\.1 [25]/)
  })
})

describe('createApp', () => {
  test('any page may read answers and errors', async () => {
    const { app } = createTestApp()
    for (const path of ['/greetings/ada', '/nowhere', '/greetings/ada?times=x']) {
      const { headers } = await app.request(path, { headers: { origin: 'https://app.example' } })
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
    const preflight = await app.request('/notes', { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ')
    // `solana-client` comes with every call of the Solana libraries.
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'x-project-id', 'solana-client']))
  })

  test('error: an unknown project, and a page that is not on its list', async () => {
    const { app } = createTestApp({ projects: [{ id: 'acme', origins: ['https://acme.example'] }] })
    const ask = async (query: string, origin?: string) => {
      const response = await app.request(
        `/greetings/ada${query}`,
        origin === undefined ? {} : { headers: { origin } },
      )
      const body = (await response.json()) as { error?: { message: string } }
      return [response.status, body.error?.message]
    }
    expect(await ask('?projectId=other')).toEqual([401, 'Unauthorized: invalid key'])
    expect(await ask('')).toEqual([401, 'Project ID is missing'])
    expect(await ask('?projectId=acme', 'https://evil.example')).toEqual([
      403,
      'Unauthorized: origin not allowed',
    ])
    expect(await ask('?projectId=acme', 'https://acme.example')).toEqual([200, undefined])
    expect(await ask('?projectId=acme')).toEqual([200, undefined])
  })

  test('error: a project over its limit is told when to retry, others are unaffected', async () => {
    const projects = [{ id: 'a' }, { id: 'b' }]
    const { app } = createTestApp({ projects, httpBurst: 2, httpRate: 1 })
    const status = async (projectId: string) => {
      const response = await app.request(`/greetings/ada?projectId=${projectId}`)
      return [response.status, response.headers.get('retry-after')]
    }
    await status('a')
    await status('a')
    expect(await status('a')).toEqual([429, '1'])
    expect(await status('b')).toEqual([200, null])
  })

  test('error: where every project id is accepted, a new one gets no new allowance', async () => {
    const { app } = createTestApp({ httpBurst: 1, httpRate: 1 })
    await app.request('/greetings/ada?projectId=a')
    expect((await app.request('/greetings/ada?projectId=b')).status).toBe(429)
  })

  test('apps mounted in one server count a call once', async () => {
    const context = createContext({ settings: { httpBurst: 1, httpRate: 1 }, checkAnswers: true })
    const server = createOpenApp(context)
    for (const name of ['one', 'two']) {
      const app = createApp(context)
      route(app, defineEndpoint({ ...getGreeting, path: `/${name}/:name` }), () => ({ text: name }))
      server.route('/', app)
    }
    expect(await (await server.request('/two/zora')).json()).toEqual({ text: 'two' })
  })

  test('the log contains project and route, but neither query nor full address', async () => {
    const { app, lines } = createTestApp()
    await app.request('/greetings/zora?projectId=acme&search=secret')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'http.answered',
      project: 'acme',
      path: '/greetings/:name',
      status: 200,
      client: '127.0.0.0/24',
    })
    expect(lines.join('')).not.toMatch(/secret|zora/)
  })
})

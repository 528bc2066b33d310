import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { startServices } from '../../index.js'
import { buildProgram, runToEnd } from '../../testing/startProcess.js'
import { silentLog } from '../../testing/startTestRelay.js'
import { buildFiles, writeBuild } from '../../testing/writeBuild.js'
import { hashOf } from './hashOf.js'
import { verifyFrame } from './verifyFrame.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const hash = hashOf(buildFiles)
const text = (path: string) => new TextDecoder().decode(buildFiles.get(path))

/** Serves a build with the real server, and returns its address. `changed` are files that the host has changed. */
async function serve(
  changed: { readonly [path: string]: string } = {},
  approve: 'frame' | 'window' = 'frame',
) {
  const { directory, remove } = writeBuild(changed)
  const services = await startServices({
    ...{ log: silentLog, siteDirectory: directory, services: ['frame'] },
    projects: [{ id: 'acme', name: 'Acme', origins: ['https://app.example', 'https://*.shop.example'] }],
    settings: { frameUrl: 'http://wallet.localhost:1', framePort: 0, frameApprove: approve },
  })
  cleanups.push(remove, services.close)
  return new URL(`http://wallet.localhost:${services.framePort}`)
}

/** A proxy before the site that changes headers, as a badly configured one does. */
async function proxy(site: URL, change: (headers: IncomingHttpHeaders, path: string) => IncomingHttpHeaders) {
  const server = createServer((asked, answer) => {
    const path = asked.url ?? ''
    const headers = { ...asked.headers, host: site.host }
    request({ host: '127.0.0.1', port: site.port, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 0, change(answered.headers, path))
      answered.pipe(answer)
    }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  const address = server.address()
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
}

const verify = (site: URL, options: Partial<verifyFrame.Options> = {}) =>
  verifyFrame({
    site,
    project: 'acme',
    hash,
    release: buildFiles,
    signal: AbortSignal.timeout(20_000),
    ...options,
  })

describe('what a host serves', () => {
  test('is the release: nothing differs, with its files and with its hash alone', async () => {
    const site = await serve({}, 'window')
    expect(await verify(site)).toEqual({ approve: 'window', files: 5, differences: [] })
    expect(await verify(site, { release: undefined })).toEqual({
      approve: 'window',
      files: 5,
      differences: [],
    })
  })

  test.each(['page.js', 'part-A.js', 'worker.js'])('one byte of %s is changed', async (path) => {
    const site = await serve({ [path]: text(path).replace('a', 'b') })
    const at = text(path).indexOf('a')
    const length = text(path).length
    expect((await verify(site)).differences).toEqual([
      `${path}: differs from the release at byte ${at} (${length} bytes, not ${length})`,
    ])
    const [only, ...more] = (await verify(site, { release: undefined })).differences
    expect(only).toMatch(/what is served has the hash [0-9a-f]{32}$/)
    expect(more).toEqual([])
  })

  test('the page loads one script more, of its own or of another place', async () => {
    const page = text('index.html').replace('</head>', '<script src="evil.js"></script></head>')
    const site = await serve({ 'index.html': page, 'evil.js': 'steal()' })
    expect((await verify(site)).differences).toEqual([
      'index.html: line 7 is "<script src=\\"evil.js\\"></script></head>", not "</head>"',
      '"evil.js": is not in the release',
    ])
    const elsewhere = text('window/index.html').replace('../page.js', '//evil.example/page.js')
    const other = await serve({ 'window/index.html': elsewhere })
    expect((await verify(other)).differences.join('\n')).toContain(
      'names "//evil.example/page.js", which is not in',
    )
  })

  test('a second element stands in front of the settings', async () => {
    const site = await serve({
      'index.html': text('index.html').replace('<head>', '<head><base href="/x/">'),
    })
    expect((await verify(site)).differences.join('\n')).toContain('<base href')
  })

  test.each([
    ['integrity-policy', 'the header integrity-policy is missing'],
    ['content-security-policy', 'the header content-security-policy is missing'],
    ['x-content-type-options', 'the header x-content-type-options is missing'],
  ])('the header %s is missing', async (name, fault) => {
    const site = await proxy(await serve(), ({ [name]: _, ...headers }) => headers)
    const { differences } = await verify(site)
    expect(differences).toContain(`index.html: ${fault}`)
    expect(differences).toContain(`window/index.html: ${fault}`)
  })

  test('the policy is loosened, everybody may embed, and a cookie is set', async () => {
    const site = await proxy(await serve(), (headers) => ({
      ...headers,
      'set-cookie': ['a=b'],
      'content-security-policy': String(headers['content-security-policy'])
        .replace("connect-src 'self'", "connect-src 'self' https://evil.example")
        .replace(/frame-ancestors [^;]+/, 'frame-ancestors https:'),
    }))
    const { differences } = await verify(site)
    expect(differences).toEqual(
      expect.arrayContaining([
        `index.html: the policy says "connect-src 'self' https://evil.example", not "'self'"`,
        'index.html: frame-ancestors lets "https:" embed the wallet',
        'window/index.html: the policy says "frame-ancestors https:", not "\'none\'"',
        'worker.js: the header set-cookie has no place here',
      ]),
    )
  })

  test('hosts that name no build get another one than the expected', async () => {
    const other = new Map([...buildFiles, ['part-A.js', new Uint8Array([1])] as const])
    const { differences } = await verify(await serve(), { hash: hashOf(other), release: other })
    expect(differences[0]).toBe(`/f/: leads to "/f/${hash}/?projectId=acme", not to /f/${hashOf(other)}/`)
    expect(differences).toContain('index.html: answered 404')
  })

  test('the site does not know the project, or writes the page for another one', async () => {
    const { differences } = await verify(await serve(), { project: 'nobody' })
    expect(differences).toContain('index.html: answered 403: it does not know the project "nobody"')
  })

  test('what the host says cannot steer a terminal', async () => {
    const site = await serve({ 'index.html': text('index.html').replace('Wallet', '\u001b[2JWallet\u202e') })
    const lines = (await verify(site)).differences.join('\n')
    expect(lines).toContain('\\u001b[2JWallet\\u202e')
    expect(lines).not.toMatch(/[^\x20-\x7e\n…]/)
  })
})

test('the program says what differs and exits with 1, or says the hash', async () => {
  const program = await buildProgram('verifyFrame')
  const release = writeBuild()
  cleanups.push(program.remove, release.remove)
  const runFor = async (site: URL, ...args: string[]) =>
    runToEnd(program, { args: [site.origin, '--project', 'acme', ...args] })
  const good = await serve({}, 'window')
  const fine = await runFor(good, '--release', release.directory)
  expect([fine.code, fine.stdout, fine.stderr]).toEqual([
    0,
    `${good.origin} serves ${hash}: 5 files and their headers are those of the release.\nVisitors of this project approve in a window.\n`,
    '',
  ])
  expect((await runFor(good, '--hash', hash)).code).toBe(0)
  const changed = await serve({ 'worker.js': 'onmessage = () => []' })
  const bad = await runFor(changed, '--release', release.directory)
  expect([bad.code, bad.stdout]).toEqual([
    1,
    `worker.js: differs from the release at byte 18 (20 bytes, not 20)\n${changed.origin} does not serve ${hash}.\n`,
  ])
  const none = await runFor(good, '--release', release.directory, '--hash', 'f'.repeat(32))
  expect([none.code, none.stderr]).toEqual([2, `The release has no build ${'f'.repeat(32)}.\n`])
  expect((await runToEnd(program, { args: ['wallet.example'] })).stderr).toContain('Usage:')
})

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPolkadotInstalled } from '../../scripts/install.mjs'
import { firstBusy } from '../../scripts/start/ports.mjs'
import { expect, test } from '../pages/processTest.js'
import { basePort } from '../setup/stack.js'

// It builds what has changed, which on a busy machine takes longer than a test may.
test.describe.configure({ timeout: 120_000 })

test.describe('npm start', () => {
  test('error: the port is in use', async ({ run }) => {
    const busy = createServer().listen(basePort + 131, '127.0.0.1')
    await once(busy, 'listening')
    const started = run(['scripts/start.mjs', '--port', String(basePort + 130)])
    expect(await started.ended).toBe(1)
    busy.close()
    expect(started.errors()).toBe(
      `Port ${basePort + 131} is in use. Stop what uses it, or choose another base port: npm start -- --port ${basePort + 230}\n`,
    )
    expect(started.output()).toBe('')
  })

  test('error: the port is not a number', async ({ run }) => {
    const started = run(['scripts/start.mjs', '--port', 'many'])
    expect(await started.ended).toBe(1)
    expect(started.errors()).toBe('--port wants a number from 1024 to 65000, not many.\n')
  })

  test('error: the chains are not known', async ({ run }) => {
    const started = run(['scripts/start.mjs', '--chains', 'eip155,tezos'])
    expect(await started.ended).toBe(1)
    expect(started.errors()).toBe('--chains wants some of eip155, solana, bip122, polkadot, not tezos.\n')
  })

  test('prints one line of working addresses, and leaves no process when interrupted', async ({ run }) => {
    const base = basePort + 150
    const { child, ended, output, errors } = run([
      'scripts/start.mjs',
      '--port',
      String(base),
      '--json',
      '--chains',
      'eip155',
    ])
    await expect.poll(output, { timeout: 90_000 }).toContain('\n')
    expect(JSON.parse(output())).toEqual({
      demo: `http://localhost:${base}`,
      wallet: `http://localhost:${base + 1}`,
      services: `http://localhost:${base + 2}`,
      relay: `ws://localhost:${base + 2}`,
      site: `http://secure.localhost:${base + 8}`,
      mailbox: `http://localhost:${base + 9}`,
      providers: `http://localhost:${base + 11}`,
      chains: [`http://localhost:${base + 3}`, `http://localhost:${base + 4}`],
    })
    expect(output().trim().split('\n')).toHaveLength(1)
    for (const port of [base, base + 1]) expect((await fetch(`http://localhost:${port}`)).status).toBe(200)
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(await firstBusy(range(base, 5))).toBeUndefined()
    expect(output().trim().split('\n')).toHaveLength(1)
    // Lines for people only, none of the services' log.
    expect(errors()).toContain('Building what has changed')
    expect(errors()).not.toContain('{')
  })

  test('starts the ledgers of all families beside the page, and stops them', async ({ run }) => {
    test.setTimeout(300_000)
    const base = basePort + 170
    // Polkadot's packages are large; `npm test -- polkadot` installs them.
    const families = ['solana', 'bip122', ...(isPolkadotInstalled() ? ['polkadot'] : [])]
    const chains = ['eip155', ...families].join(',')
    const { child, ended, output, errors } = run([
      'scripts/start.mjs',
      ...['--port', String(base), '--json', '--chains', chains],
    ])
    const started = () => errors().match(/ has started: /g) ?? []
    await expect.poll(output, { timeout: 120_000 }).toContain('\n')
    await expect.poll(started, { timeout: 120_000 }).toHaveLength(families.length)
    const { ledgers } = JSON.parse(output())
    expect(Object.keys(ledgers)).toEqual(families)
    // The page is told the same, and each answers.
    const settings = await (await fetch(`http://localhost:${base}/settings.json`)).json()
    expect(settings.ledgers.map(({ state }: { readonly state: string }) => state)).toEqual(
      families.map(() => 'ready'),
    )
    const call = (url: string, method: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      }).then((response) => response.json())
    expect(await call(ledgers.solana, 'getHealth')).toMatchObject({ result: 'ok' })
    expect(await (await fetch(`${ledgers.bip122}/blocks/tip/height`)).text()).toMatch(/^\d+$/)
    if (ledgers.polkadot !== undefined)
      expect(await call(ledgers.polkadot, 'system_chain')).toMatchObject({ result: expect.any(String) })
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(await firstBusy(range(base, 8))).toBeUndefined()
  })

  test('leaves no process when it is killed', async ({ run }) => {
    const base = basePort + 190
    const { child, output } = run([
      'scripts/start.mjs',
      '--port',
      String(base),
      '--json',
      '--chains',
      'eip155',
    ])
    await expect.poll(output, { timeout: 90_000 }).toContain('\n')
    child.kill('SIGKILL')
    await expect.poll(() => firstBusy(range(base, 5))).toBeUndefined()
  })

  test('leaves no process when npm ends its shell', async ({ run }) => {
    const base = basePort + 210
    const { child, output } = run(
      ['start', '--', '--port', String(base), '--json', '--chains', 'eip155'],
      'npm',
    )
    await expect.poll(output, { timeout: 90_000 }).toContain('"demo"')
    child.kill('SIGTERM')
    await expect.poll(() => firstBusy(range(base, 5))).toBeUndefined()
  })
})

test.describe('npm run services', () => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    test(`prints one line of addresses, and leaves no process after ${signal}`, async ({ run }) => {
      const port = basePort + (signal === 'SIGINT' ? 70 : 71)
      const data = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
      const { child, ended, output } = run([
        'scripts/services.mjs',
        '--port',
        String(port),
        '--data',
        data,
        '--json',
      ])
      await expect.poll(output, { timeout: 90_000 }).toContain('\n')
      expect(JSON.parse(output())).toEqual({
        services: `http://localhost:${port}`,
        relay: `ws://localhost:${port}`,
      })
      expect((await fetch(`http://localhost:${port}/health`)).status).toBe(200)
      child.kill(signal)
      await ended
      await expect.poll(() => firstBusy([port])).toBeUndefined()
      await rm(data, { recursive: true })
    })
  }

  test('error: the port is in use', async ({ run }) => {
    const busy = createServer().listen(basePort + 72, '127.0.0.1')
    await once(busy, 'listening')
    const data = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
    const started = run(['scripts/services.mjs', '--port', String(basePort + 72), '--data', data])
    expect(await started.ended).toBe(1)
    busy.close()
    await rm(data, { recursive: true })
    const lines = started.errors().trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`Port ${basePort + 72} is in use`)
  })
})

const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { describeLedgers, startLedger } from './ledgers.mjs'

const stops: (() => Promise<void>)[] = []
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))

const folder = mkdtempSync(join(tmpdir(), 'latchkey-ledgers-'))

/** Starts a program in the place of a ledger's; it gets the port as its first argument. */
function start(program: string) {
  const path = join(folder, `${stops.length}-${Date.now()}.mjs`)
  writeFileSync(path, program)
  const [ledger] = describeLedgers(['solana'], { solana: 7_999, bip122: 0, polkadot: 0 })
  if (ledger === undefined) throw new Error('no ledger')
  const lines: string[] = []
  const stop = startLedger(ledger, (line) => lines.push(line), [path])
  stops.push(stop)
  return { ledger, lines, stop }
}

const runs = 'console.log(process.argv[2]); process.stdin.resume()'

test('a ledger that prints its address has started; when it is stopped, nothing is told', async () => {
  const { ledger, lines, stop } = start(runs)
  expect(ledger.state).toBe('starting')
  await vi.waitFor(() => expect(ledger.state).toBe('ready'), 10_000)
  await stop()
  expect(lines).toEqual(['Solana Local has started: http://localhost:7999'])
})

test('a ledger that cannot start is told in one line, with its own last words', async () => {
  const { ledger, lines } = start("console.error('noise'); console.error('No space left.'); process.exit(3)")
  await vi.waitFor(() => expect(ledger.state).toBe('failed'), 10_000)
  expect(lines).toEqual([
    'Solana Local could not start (code 3). Everything else goes on without it. No space left.',
  ])
})

test('a ledger that ends later is told with its error, and started again', async () => {
  const path = JSON.stringify(join(folder, 'runs'))
  const { ledger, lines, stop } = start(`
    import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync(${path}, 'x')
    console.log('7999')
    process.stdin.resume()
    if (readFileSync(${path}, 'utf8') === 'x') setTimeout(() => { throw new Error('a bad signature') }, 50)
  `)
  await vi.waitFor(() => expect(ledger.state).toBe('stopped'), 10_000)
  expect(lines[1]).toBe(
    'Solana Local ended by itself (code 1). It is started again, empty. Error: a bad signature',
  )
  await vi.waitFor(() => expect(ledger.state).toBe('ready'), 10_000)
  expect(lines).toHaveLength(3)
  await stop()
})

test('only the wanted ledgers are described, with their addresses', () => {
  const ports = { solana: 1, bip122: 2, polkadot: 3 }
  expect(describeLedgers([], ports)).toEqual([])
  expect(describeLedgers(['bip122'], ports)).toEqual([
    {
      namespace: 'bip122',
      reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
      name: 'Bitcoin Regtest',
      rpcUrl: 'http://localhost:2',
      state: 'starting',
    },
  ])
})

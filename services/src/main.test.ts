import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsTable } from './shared/settings.js'
import { connectRelay } from './testing/connectRelay.js'
import { buildProgram, type Program, runToEnd, startProcess } from './testing/startProcess.js'
import { subscribe } from './testing/startTestRelay.js'

let program: Program
const directory = mkdtempSync(join(tmpdir(), 'latchkey-main-'))
const data = ['--data', directory]

beforeAll(async () => {
  program = await buildProgram()
})
afterAll(() => {
  program.remove()
  rmSync(directory, { recursive: true })
})

describe('latchkey-services', { timeout: 30_000 }, () => {
  test('--help lists every setting', async () => {
    const { code, stdout } = await runToEnd(program, { args: ['--help'] })
    expect(code).toBe(0)
    for (const { variable, meaning } of Object.values(settingsTable))
      expect(stdout).toContain(`${variable}\n      ${meaning}`)
  })

  test('error: invalid settings print one line each, and nothing else', async () => {
    const { code, stdout, stderr } = await runToEnd(program, {
      args: ['--port', 'x'],
      environment: { LATCHKEY_RELAY_TOPICS: '0' },
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'LATCHKEY_PORT must be a whole number from 0 to 65535, but is "x"\nLATCHKEY_RELAY_TOPICS must be a whole number from 1 to 1000000, but is "0"\n',
    )
  })

  test('error: an unknown option', async () => {
    const { code, stderr } = await runToEnd(program, { args: ['--prot', '1'] })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Unknown option '--prot'.*\n$/)
  })

  test('error: a busy port prints one line with advice', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await runToEnd(program, { args: ['--port', String(port), ...data] })
    other.close()
    expect(code).toBe(1)
    expect(stderr).toBe(
      `Port ${port} is in use. Stop what uses it, or choose another one: --port ${port + 1} (or LATCHKEY_PORT=${port + 1}).\n`,
    )
  })

  test('warns about a misspelt setting and starts', async () => {
    const { child, exited, errors } = await startProcess(program, {
      args: ['--port', '0', ...data],
      environment: { LATCHKEY_LIMIT: '1' },
    })
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(errors()).toContain('Warning: LATCHKEY_LIMIT is not a setting. See --help.\n')
  })

  test('SIGTERM closes client connections and exits with 0', async () => {
    const { child, relayUrl, url, exited } = await startProcess(program, { args: ['--port', '0', ...data] })
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const client = await connectRelay(relayUrl)
    await subscribe(client, 'ab'.repeat(32))
    child.kill('SIGTERM')
    expect(await client.closed).toMatchObject({ code: 1001 })
    expect(await exited).toBe(0)
  })

  test('a second signal ends the process at once', async () => {
    const { child, relayUrl, exited } = await startProcess(program, { args: ['--port', '0', ...data] })
    const client = await connectRelay(relayUrl)
    // A client that does not read leaves the closing handshake unfinished.
    client.socket.pause()
    child.kill('SIGINT')
    await new Promise((resolve) => child.stderr?.once('data', resolve))
    child.kill('SIGINT')
    expect(await exited).toBe(1)
    client.socket.terminate()
  })

  test('ends with its standard input if told so', async () => {
    const { child, exited } = await startProcess(program, {
      args: ['--port', '0', ...data],
      environment: { LATCHKEY_STOP_WITH_INPUT: '1' },
    })
    child.stdin?.end()
    expect(await exited).toBe(0)
  })
})

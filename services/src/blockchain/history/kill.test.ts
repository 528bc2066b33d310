import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createThings } from '../../testing/deployThings.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { startNode } from '../../testing/startNode.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { buildProgram, type Program, startProcess } from '../../testing/startProcess.js'

/** How many times the service is killed; more before a release: `npm run long -- --only kills`. */
const kills = Number(process.env.LONG_RUNS ?? 8)
/** The kill happens at a random time up to this many milliseconds after a request. */
const longestWork = 150
const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const directory = mkdtempSync(join(tmpdir(), 'latchkey-history-kill-'))
let program: Program
let chain: TestChain
let postgres: TestPostgres
let things: ReturnType<typeof createThings>

beforeAll(async () => {
  program = await buildProgram()
  chain = await startChain()
  postgres = await startPostgres()
  things = createThings(chain)
}, 60_000)
afterAll(async () => {
  await chain.stop()
  await postgres.stop()
  program.remove()
  rmSync(directory, { recursive: true, force: true })
})

const start = (url: string, data: string, environment = {}) =>
  startProcess(program, {
    args: ['--port', '0', '--data', join(directory, data), '--only', 'blockchain'],
    environment: {
      LATCHKEY_LOG: 'silent',
      LATCHKEY_CHAINS: `eip155:31337=${url}`,
      LATCHKEY_HISTORY_POLL_SECONDS: '1',
      ...environment,
    },
  })

describe.each<[string, readonly string[], () => object]>([
  ['SQLite', ['one'], () => ({})],
  ['PostgreSQL that two processes share', ['two', 'three'], () => ({ LATCHKEY_DATABASE_URL: postgres.url })],
])('kill -9, with %s', (_name, directories, environment) => {
  const rounds = Math.ceil(kills / directories.length)

  test(`loses and duplicates nothing in ${kills} kills, while the chain grows and reorganises`, {
    timeout: 120_000 + kills * 10_000,
  }, async ({ skip }) => {
    skip(directories.length > 1 && postgres.kind === 'wasm', 'it knows one connection')
    const { owner, path } = newOwner()
    const hashes: string[] = []
    const pay = async () => hashes.unshift(await things.send({ from: rich, to: owner, value: '0x1' }))
    for (let round = 0; round < rounds; round++) {
      for (let index = 0; index < 10; index++) await pay()
      await chain.request('anvil_mine', ['0x3c'])
      const processes = await Promise.all(directories.map((data) => start(chain.url, data, environment())))
      const asked = processes.map(({ url }) => fetch(`${url}${path}`).catch(() => undefined))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestWork))
      for (const { child } of processes) child.kill('SIGKILL')
      await Promise.all([...processes.map(({ exited }) => exited), ...asked])
      // Every other round removes the last payments from the chain, read or not.
      if (round % 2 === 1) {
        await pay()
        await chain.request('anvil_reorg', [1, []])
        hashes.shift()
      }
    }
    const [first = ''] = directories
    const { child, url, exited } = await start(chain.url, first, environment())
    // A slow machine answers with what it has read so far.
    let seen = await list(`${url}${path}`)
    while (seen[0] !== hashes[0]) seen = await list(`${url}${path}`)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(seen).toEqual(hashes)
  })
})

describe('SIGTERM', () => {
  test('exits with 0 although a node hangs', { timeout: 30_000 }, async () => {
    const node = await startNode(() => chain.url)
    let isAsked = false
    node.answer(() => {
      isAsked = true
      return undefined
    })
    const { child, url, exited } = await start(node.url, 'four')
    const { path } = newOwner()
    const asked = fetch(`${url}${path}`).catch(() => undefined)
    while (!isAsked) await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    await asked
    node.close()
  })
})

/** Returns the hashes of an account's whole history, newest first. */
async function list(address: string): Promise<readonly string[]> {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response = await fetch(`${address}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    const page = (await response.json()) as {
      readonly data: readonly { readonly metadata: { readonly hash: string; readonly status: string } }[]
      readonly next: string | null
    }
    seen.push(...page.data.flatMap(({ metadata }) => (metadata.status === 'pending' ? [] : metadata.hash)))
    cursor = page.next
  }
  return seen
}

function newOwner() {
  const owner = getAddress(`0x${randomBytes(20).toString('hex')}`)
  return { owner, path: `/v1/account/${owner}/history?chainId=eip155:31337` }
}

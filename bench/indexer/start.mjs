// A local chain, and the blockchain service on it as in production.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../services/dist/main.js', import.meta.url))
/** @type {(() => unknown)[]} */
const stops = []

/** Stops everything that was started, also when a benchmark fails. */
export async function stopAll() {
  for (const stop of stops.splice(0).reverse()) await stop()
}

/** Starts a separate chain on a port; resolves with a function that calls it. @param {number} port */
export async function startChain(port) {
  const { platform, arch } = process
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}/bin/anvil`
  const anvil = createRequire(import.meta.url).resolve(platform === 'win32' ? `${name}.exe` : name)
  const child = spawn(anvil, ['--port', String(port), '--silent'], { stdio: 'ignore' })
  stops.push(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  while ((await fetch(url).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error('The chain ended by itself.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, ...askAt(url) }
}

/** @param {string} url */
function askAt(url) {
  /** @param {readonly { method: string, params?: readonly unknown[] }[]} calls @returns {Promise<any[]>} */
  const askAll = async (calls) => {
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, params: [], ...call })))
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const answers = /** @type {{ id: number, result?: unknown, error?: { message: string } }[]} */ (
      await response.json()
    )
    for (const { error } of answers) if (error !== undefined) throw new Error(error.message)
    return answers.sort((a, b) => a.id - b.id).map(({ result }) => result)
  }
  /** @param {string} method @param {...unknown} params */
  const ask = async (method, ...params) => (await askAll([{ method, params }]))[0]
  return { ask, askAll }
}

/** The blockchain service with a data directory of its own; resolves with its address and process. @param {Record<string, string>} environment */
export async function startServices(environment) {
  if (!existsSync(program)) throw new Error('The services are not built: npm run build')
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const child = spawn(
    process.execPath,
    [program, '--only', 'blockchain', '--port', '0', '--data', directory, '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LATCHKEY_LOG: 'warn', LATCHKEY_HTTP_BURST: '100000', ...environment },
    },
  )
  stops.push(async () => {
    const exited = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await exited
    rmSync(directory, { recursive: true, force: true })
  })
  const [line] = await once(child.stdout, 'data')
  return { url: /** @type {string} */ (JSON.parse(String(line)).services), pid: child.pid ?? 0 }
}

/** Returns the seconds of processor time that a process has used; NaN if `/proc` is missing. @param {number} pid */
export function processorTime(pid) {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return Number.NaN
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

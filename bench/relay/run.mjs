// Measures the relay: `node bench/relay/run.mjs [--connections 5000] [--rate 1000] [--seconds 30] [--size 1000]`.
//
// The relay runs as in production, in a separate process with mailboxes on disk; a second process generates the load.
// Builds nothing: build the services first with `npx tsc -b services/tsconfig.build.json`.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { percentile } from './percentile.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'services/dist/main.js')
const options = readOptions()

if (!existsSync(program)) fail('The services are not built: npx tsc -b services/tsconfig.build.json')
const files = openFileLimit()
if (files < options.connections + 200) {
  fail(
    `${options.connections} connections need as many open files, and the limit is ${files}: ulimit -n 20000`,
  )
}

const directory = mkdtempSync(join(options.directory, 'latchkey-bench-'))
/** @type {import('node:child_process').ChildProcess[]} */
const children = []
try {
  const disk = measureDisk(directory)
  const relay = await startRelay(directory)
  const memoryBefore = residentMemory(relay.pid)
  const load = startLoad(relay.url)
  await load.until('connected')
  const memoryConnected = residentMemory(relay.pid)
  const before = processorTimes(relay.pid, load.pid)
  load.send('publish')
  const result = /** @type {import('./load.mjs').Result} */ (await load.until('result'))
  const after = processorTimes(relay.pid, load.pid)
  const memoryAfter = residentMemory(relay.pid)
  const drained = await drain(relay, load)
  const report = {
    machine: { cores: cpus().length, node: process.version, fdatasync: disk },
    options,
    ...result,
    memoryPerConnection: Math.round((memoryConnected - memoryBefore) / result.connections),
    memoryAfter,
    drained,
    processor: {
      relay: (after.relay - before.relay) / result.seconds,
      load: (after.load - before.load) / result.seconds,
      others: (after.others - before.others) / result.seconds,
    },
  }
  printTable(report)
  process.stdout.write(`${JSON.stringify(report)}\n`)
} finally {
  for (const child of children) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      connections: { type: 'string', default: '5000' },
      rate: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '30' },
      size: { type: 'string', default: '1000' },
      directory: { type: 'string', default: tmpdir() },
    },
  })
  const { directory, ...numbers } = values
  const [connections, rate, seconds, size] = [
    numbers.connections,
    numbers.rate,
    numbers.seconds,
    numbers.size,
  ].map(Number)
  if (!connections || !rate || !seconds || !size)
    return fail('--connections, --rate, --seconds and --size are numbers')
  return { connections, rate, seconds, size, directory }
}

/** Measures how long the disk takes to make 4 kB durable, in milliseconds; this dominates the relay's times. */
function measureDisk(/** @type {string} */ directory) {
  const file = openSync(join(directory, 'probe'), 'w')
  const page = Buffer.alloc(4096, 1)
  const times = Array.from({ length: 300 }, () => {
    const startedAt = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - startedAt
  })
  closeSync(file)
  return { p50: percentile(times, 50), p99: percentile(times, 99) }
}

async function startRelay(/** @type {string} */ directory) {
  const child = spawn(
    process.execPath,
    [program, '--only', 'relay', '--port', '0', '--data', directory, '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LATCHKEY_LOG: 'warn' },
    },
  )
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { url: /** @type {string} */ (JSON.parse(String(line)).relay), pid: child.pid ?? 0, child }
}

/**
 * Stops the relay, and measures the time until it has closed all connections and ended.
 *
 * @param {Awaited<ReturnType<typeof startRelay>>} relay
 * @param {ReturnType<typeof startLoad>} load
 */
async function drain(relay, load) {
  const startedAt = performance.now()
  const exited = once(relay.child, 'exit')
  relay.child.kill('SIGTERM')
  const [exitCode] = await exited
  const seconds = (performance.now() - startedAt) / 1000
  load.send('count')
  const { goodbyes } = /** @type {{ goodbyes: number }} */ (await load.until('goodbyes'))
  return { seconds, exitCode, goodbyes }
}

function startLoad(/** @type {string} */ url) {
  const child = spawn(process.execPath, [join(root, 'bench/relay/load.mjs'), url, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The load ended early.')))
  ended.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    send: (/** @type {string} */ message) => child.send(message),
    async until(/** @type {string} */ type) {
      for (;;) {
        const [message] = await Promise.race([once(child, 'message'), ended])
        if (message.type === type) return message.result
      }
    },
  }
}

/** Returns the bytes of memory that a process holds. */
function residentMemory(/** @type {number} */ pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

/**
 * Seconds of processor time so far, on all cores: of the relay, of the load, and of everything else on the machine,
 * because a relay is slower on a busy machine. NaN if `/proc` is missing.
 *
 * @param {number} relayPid
 * @param {number} loadPid
 */
function processorTimes(relayPid, loadPid) {
  const relay = processorTime(relayPid)
  const load = processorTime(loadPid)
  return { relay, load, others: busyTime() - relay - load }
}

/** @param {number} pid */
function processorTime(pid) {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return Number.NaN
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function busyTime() {
  if (!existsSync('/proc/stat')) return Number.NaN
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
    .trim()
    .split(/ +/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq) / 100
}

function openFileLimit() {
  const text = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  return text === 'unlimited' ? Number.POSITIVE_INFINITY : Number(text)
}

function printTable(/** @type {any} */ report) {
  const time = (/** @type {{ p50: number, p99: number, max: number }} */ { p50, p99, max }) =>
    `p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   max ${max.toFixed(1)} ms`
  const { machine, options, opening, acknowledged, delivered, processor, drained } = report
  const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(0)} %`
  const rows = [
    [
      'machine',
      `${machine.cores} cores, node ${machine.node}, fdatasync p50 ${machine.fdatasync.p50.toFixed(2)} p99 ${machine.fdatasync.p99.toFixed(2)} ms`,
    ],
    [
      'connections held',
      `${report.connections} of ${options.connections}, opened at ${Math.round(report.connections / opening)}/s`,
    ],
    ['memory per connection', `${(report.memoryPerConnection / 1024).toFixed(1)} kB`],
    [
      'durable publishes',
      `${Math.round(report.published / report.seconds)}/s of ${options.size} B for ${report.seconds.toFixed(0)} s, ${report.failed} failed`,
    ],
    ['publish to answer', time(acknowledged)],
    ['publish to delivery', `${time(delivered)}   ${report.deliveries} of ${report.published}`],
    [
      'relay',
      `${percent(processor.relay)} of one core, ${(report.memoryAfter / 2 ** 20).toFixed(0)} MB at the end`,
    ],
    [
      'stopped',
      `${drained.goodbyes} told to go away, gone in ${drained.seconds.toFixed(1)} s, exit code ${drained.exitCode}`,
    ],
    ['beside it', `load ${percent(processor.load)}, other programs ${percent(processor.others)} of one core`],
  ]
  for (const [name = '', value = ''] of rows) process.stdout.write(`${name.padEnd(24)}${value}\n`)
}

/** @param {string} line @returns {never} */
function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

// Measures `npm start` from a clean clone of the last commit: the seconds until it prints the page’s address and until
// all ledgers have started, and the memory of all its processes. `node bench/start/run.mjs [base port]` needs no
// build, but `ps`, `git`, and the registry or npm’s cache. Takes some minutes.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const [limitSeconds, limitMegabytes] = [120, 1500]
/** The ledgers of Solana, Bitcoin and Polkadot. */
const ledgers = 3
/** How long it runs with all ledgers before its memory counts as settled, and how long all may take. Milliseconds. */
const [settling, patience] = [20_000, 600_000]

const root = fileURLToPath(new URL('../..', import.meta.url))
const port = process.argv[2] ?? '8600'
const folder = await mkdtemp(join(tmpdir(), 'latchkey-clone-'))
const cloned = spawnSync('git', ['clone', '--quiet', root, folder], { stdio: 'inherit' })
if (cloned.status !== 0) throw new Error('git could not clone the repository')

const startedAt = Date.now()
const seconds = () => (Date.now() - startedAt) / 1000
const child = spawn('npm', ['start', '--', '--port', port, '--json'], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: true,
})
// Stopped itself, it leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
process.once('exit', () => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  } catch {
    // It has ended.
  }
})
const ended = new Promise((resolve) => child.once('exit', resolve))
let peak = 0
const sampling = setInterval(() => {
  peak = Math.max(peak, memoryOf(child.pid))
}, 1000)

try {
  const installed = whenSaid(child.stderr, /^Building/, 1)
  const page = whenSaid(child.stdout, /"demo"/, 1)
  const all = whenSaid(child.stderr, / has started: /, ledgers)
  const failed = whenSaid(child.stderr, /could not start|could not be installed/, 1).then(() => 'failed')
  const late = new Promise((resolve) => setTimeout(resolve, patience, 'took too long'))
  const fault = Promise.race([failed, late, ended.then(() => 'ended by itself')])
  const [toBuild, toPage, toAll] = await Promise.race([
    Promise.all([installed, page, all]),
    fault.then((how) => Promise.reject(new Error(`npm start ${how}`))),
  ])
  const peakUntilAll = peak
  await new Promise((resolve) => setTimeout(resolve, settling))
  const settled = memoryOf(child.pid)
  console.log(`packages installed after ${toBuild.toFixed(0)} s`)
  console.log(`the page's address after ${toPage.toFixed(0)} s, all ledgers after ${toAll.toFixed(0)} s`)
  console.log(`memory: at most ${peakUntilAll} MB while it started, ${settled} MB with all ledgers`)
  const isOver = toAll > limitSeconds || Math.max(peak, settled) > limitMegabytes
  console.log(`limits: ${limitSeconds} s and ${limitMegabytes} MB: ${isOver ? 'NOT kept' : 'kept'}`)
  process.exitCode = isOver ? 1 : 0
} finally {
  clearInterval(sampling)
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 1000 })
}
process.exit()

/**
 * Resolves to the seconds until a stream has had so many lines of a kind; passes what it says on.
 *
 * @param {import('node:stream').Readable} stream @param {RegExp} kind @param {number} wanted @returns {Promise<number>}
 */
function whenSaid(stream, kind, wanted) {
  return new Promise((resolve) => {
    let count = 0
    createInterface(stream).on('line', (line) => {
      if (kind.test(line) && ++count === wanted) resolve(seconds())
    })
  })
}

/**
 * The memory of a process and all that it started, in megabytes. Linux tells each process's share of the pages that
 * several use, above all of Node itself; elsewhere such pages count for each.
 *
 * @param {number | undefined} root
 */
function memoryOf(root) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const own = new Set([root])
  // Until no more children are found: parents need not be listed before them.
  for (let before = 0; before !== own.size; ) {
    before = own.size
    for (const [pid, parent] of rows) if (own.has(parent)) own.add(pid)
  }
  const kilobytes = rows.reduce(
    (sum, [pid, , rss = 0]) => (own.has(pid) ? sum + (shareOf(pid) ?? rss) : sum),
    0,
  )
  return Math.round(kilobytes / 1000)
}

/** The proportional set size of a process in kilobytes. @param {number | undefined} pid */
function shareOf(pid) {
  try {
    const kilobytes = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes)
  } catch {
    return undefined
  }
}

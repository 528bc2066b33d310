// `npm run long`: the checks that take too long for CI: mutation testing, fuzzing, thousands of schedules and kills,
// and coverage.
// `npm run long -- --only mutation schedules` runs only the named ones. Ends with one line, `N passed, N failed`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()

const bin = (/** @type {string} */ path) => join(root, 'node_modules', path)
const unit = (/** @type {string[]} */ ...words) => [
  bin('vitest/vitest.mjs'),
  'run',
  '--project',
  'unit',
  '--reporter=dot',
  '--testTimeout=3600000',
  ...words,
]

/**
 * Each check has its command and the number of its runs: a test that reads `LONG_RUNS` runs that many cases instead of
 * the few that CI has time for.
 *
 * @type {{ name: string, args: string[], runs?: number }[]}
 */
const parts = [
  { name: 'mutation', args: [join(root, 'scripts/mutation.mjs')] },
  { name: 'schedules', args: unit('twoTabs', 'interleavings'), runs: 1_000 },
  {
    name: 'fuzz',
    args: unit('parseAmount', 'fiatAmount', 'paymentLinks', 'pairingUri', 'walletLink', 'readFrame'),
    runs: 200_000,
  },
  { name: 'requests', args: unit('hashTypedData', 'solana/wire.test', 'read.property'), runs: 20_000 },
  { name: 'hostile-requests', args: unit('hostileRequests'), runs: 100_000 },
  { name: 'frame-schedules', args: unit('frameModel'), runs: 20_000 },
  { name: 'frame-messages', args: unit('forgedMessages'), runs: 1_000_000 },
  { name: 'logins', args: unit('codeGuessing', 'enumeration'), runs: 2_000 },
  { name: 'permissions', args: unit('allows.test', 'Operation.test', 'PlannedTransaction'), runs: 20_000 },
  { name: 'rows', args: unit('swaps.property'), runs: 100_000 },
  { name: 'addresses', args: unit('addresses.property'), runs: 1_000_000 },
  { name: 'coins', args: unit('psbt.property'), runs: 10_000 },
  { name: 'kills', args: unit('kill.test', 'crash.test'), runs: 300 },
  { name: 'agreement', args: unit('agreement.test'), runs: 1 },
  { name: 'bundler', args: [join(root, 'scripts/long/bundlerPeer.mjs')] },
  { name: 'pictures', args: [join(root, 'scripts/generate/pictures.mjs'), '--check', 'light'] },
  { name: 'coverage', args: [join(root, 'scripts/coverage.mjs')] },
]

const words = process.argv.slice(2)
const only = words[0] === '--only' ? words.slice(1) : []
const unknown = only.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0 || (words.length > 0 && only.length === 0)) {
  console.error(`npm run long -- --only NAME…; there are: ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const counts = { passed: 0, failed: 0 }
for (const { name, args, runs } of parts) {
  if (only.length > 0 && !only.includes(name)) continue
  console.log(`\n== ${name}${runs === undefined ? '' : ` (${runs} runs)`}`)
  const startedAt = Date.now()
  const status = await run(args, runs === undefined ? {} : { LONG_RUNS: String(runs) })
  counts[status === 0 ? 'passed' : 'failed']++
  console.log(
    `-- ${name}: ${status === 0 ? 'passed' : 'failed'} (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  )
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 ? 0 : 1)

/** @param {string[]} args @param {{ [name: string]: string }} settings @returns {Promise<number>} */
function run(args, settings) {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', ...settings }
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

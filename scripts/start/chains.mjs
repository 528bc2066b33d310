// Runs the local chains of `npm start`, and stops them when its standard input ends, so that no chain is left behind
// however the parent program ends. Arguments: `port:chainId` for each chain.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { host } from './ports.mjs'

const chains = process.argv.slice(2).map((argument) => argument.split(':'))
// The chains' start time, in seconds: earlier than everything that is put on them.
const startedAt = Math.floor(Date.now() / 1_000) - 365 * 86_400
const children = chains.map(([port = '', chainId = '']) =>
  spawn(
    anvil(),
    [
      ...['--host', host, '--port', port, '--chain-id', chainId, '--silent'],
      ...['--timestamp', String(startedAt)],
    ],
    { stdio: ['ignore', 2, 2] },
  ),
)

let isStopping = false
function stop() {
  if (isStopping) return
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, 2_000).unref()
}

for (const child of children) {
  child.once('error', (error) => process.stderr.write(`anvil could not be started: ${error.message}\n`))
  child.once('exit', () => {
    // If one chain ends, the others are stopped too.
    process.exitCode ||= isStopping ? 0 : 1
    stop()
    if (children.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) process.exit()
  })
}
process.stdin.resume()
process.stdin.once('end', stop)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

/** The program inside the npm package for this machine. */
function anvil() {
  const { platform, arch } = process
  const names = { linux: 'linux', darwin: 'darwin', win32: 'win32' }
  const system = names[/** @type {keyof typeof names} */ (platform)]
  const processor = arch === 'x64' ? 'amd64' : arch
  const name = `@foundry-rs/anvil-${system}-${processor}/bin/anvil${platform === 'win32' ? '.exe' : ''}`
  return createRequire(import.meta.url).resolve(name)
}

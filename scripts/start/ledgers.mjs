import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isPolkadotInstalled, root } from '../install.mjs'

/**
 * The ledgers of the families beside the EVM chains: their CAIP-2 references, which never change, and the programs that
 * run them. Each program gets its port, and prints its address once it listens.
 */
const kinds = /** @type {const} */ ({
  solana: {
    name: 'Solana Local',
    reference: 'LatchkeyLoca1SoLanaLedger1111111',
    about: 'a Solana ledger with funded accounts and two tokens',
    command: ['chains/solana/dist/main.js'],
  },
  bip122: {
    name: 'Bitcoin Regtest',
    reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
    about: 'a Bitcoin regtest, one block every 20 seconds',
    command: ['chains/bitcoin/dist/main.js'],
  },
  polkadot: {
    name: 'Polkadot Asset Hub Local',
    reference: '45454545454545454545454545454545',
    about: 'a Polkadot asset hub with funded accounts',
    command: ['scripts/start/polkadot.mjs', '--port'],
  },
})

/** @typedef {keyof typeof kinds} Family */
/** @typedef {'starting' | 'ready' | 'failed'} State */
/** @typedef {{ namespace: Family, reference: string, name: string, rpcUrl: string, state: State }} Ledger */

export const families = /** @type {readonly Family[]} */ (Object.keys(kinds))

/**
 * What the page is told about the ledgers; `state` changes while they start.
 *
 * @param {readonly Family[]} wanted @param {{ [family in Family]: number }} ports @returns {Ledger[]}
 */
export function describeLedgers(wanted, ports) {
  return wanted.map((namespace) => {
    const { reference, name } = kinds[namespace]
    return { namespace, reference, name, rpcUrl: `http://localhost:${ports[namespace]}`, state: 'starting' }
  })
}

/** @param {Ledger} ledger */
export const aboutLedger = ({ namespace }) => kinds[namespace].about

/**
 * Starts a ledger, and sets its `state` once it listens or has ended. What goes wrong with it is told, and ends nothing
 * else. Returns how to stop it.
 *
 * @param {Ledger} ledger @param {(line: string) => void} say
 * @param {readonly string[]} [command] Its program and arguments, before the port.
 * @returns {() => Promise<void>}
 */
export function startLedger(ledger, say, command = kinds[ledger.namespace].command) {
  const [program = '', ...args] = command
  if (ledger.namespace === 'polkadot' && !isPolkadotInstalled()) {
    say(`${ledger.name}: installing its packages, 300 MB, once. Everything else works meanwhile.`)
  }
  // A process group of its own, so that npm, which may install packages for it, is stopped too.
  const isGroup = process.platform !== 'win32'
  const child = spawn(process.execPath, [resolve(root, program), ...args, new URL(ledger.rpcUrl).port], {
    cwd: root,
    // Its input is a pipe that ends with this program, however this program ends.
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: isGroup,
    env: { ...process.env, LATCHKEY_STOP_WITH_INPUT: '1' },
  })
  let isStopping = false
  let lastWords = ''
  createInterface(child.stderr).on('line', (line) => {
    if (line.trim() !== '') lastWords = line.trim()
  })
  createInterface(child.stdout).on('line', (line) => {
    if (ledger.state !== 'starting' || !line.includes(new URL(ledger.rpcUrl).port)) return
    ledger.state = 'ready'
    say(`${ledger.name} has started: ${ledger.rpcUrl}`)
  })
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    /** @param {string} how */
    const end = (how) => {
      if (!isStopping) {
        const when = ledger.state === 'ready' ? 'ended by itself' : 'could not start'
        ledger.state = 'failed'
        say(`${ledger.name} ${when} (${how}). Everything else goes on without it. ${lastWords}`.trim())
      }
      resolve()
    }
    child.once('error', ({ message }) => end(message))
    child.once('exit', (code, signal) => end(`code ${code ?? signal}`))
  })
  /** @param {NodeJS.Signals} signal */
  const kill = (signal) => {
    if (child.pid === undefined) return
    try {
      process.kill(isGroup ? -child.pid : child.pid, signal)
    } catch {
      // It has ended.
    }
  }
  return async () => {
    isStopping = true
    kill('SIGTERM')
    const timer = setTimeout(() => kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(timer)
  }
}

import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isPolkadotInstalled, root } from '../install.mjs'
import { lastWordsOf } from './lastWordsOf.mjs'

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
/** `stopped`: it ended after it had started, and is being started again. */
/** @typedef {'starting' | 'ready' | 'stopped' | 'failed'} State */
/** @typedef {{ namespace: Family, reference: string, name: string, rpcUrl: string, webSocketUrl?: string, state: State }} Ledger */

export const families = /** @type {readonly Family[]} */ (Object.keys(kinds))

/**
 * What the page is told about the ledgers; `state` changes while they start.
 *
 * @param {readonly Family[]} wanted @param {{ [family in Family]: number }} ports @returns {Ledger[]}
 */
export function describeLedgers(wanted, ports) {
  return wanted.map((namespace) => {
    const { reference, name } = kinds[namespace]
    const place = `localhost:${ports[namespace]}`
    return {
      ...{ namespace, reference, name },
      rpcUrl: `http://${place}`,
      // Esplora has no subscriptions. The others listen for both on one port.
      ...(namespace === 'bip122' ? {} : { webSocketUrl: `ws://${place}` }),
      state: 'starting',
    }
  })
}

/** The ledger as the services' settings name it. @param {Pick<Ledger, 'namespace' | 'reference' | 'rpcUrl'>} ledger */
export const nodeOf = ({ namespace, reference, rpcUrl }) => `${namespace}:${reference}=${rpcUrl}`

/** @param {Ledger} ledger */
export const aboutLedger = ({ namespace }) => kinds[namespace].about

/** The first pause before a ledger is started again, and the longest, in milliseconds. */
const [firstPause, longestPause] = [1_000, 30_000]

/**
 * Starts a ledger, and sets its `state` once it listens or has ended. A ledger that had started is started again, empty,
 * after a pause that doubles each time. If it fails, `say` tells why and everything else runs on. Returns a function that stops it.
 *
 * @param {Ledger} ledger @param {(line: string) => void} say
 * @param {readonly string[]} [command] Its program and arguments, before the port.
 * @returns {() => Promise<void>}
 */
export function startLedger(ledger, say, command = kinds[ledger.namespace].command) {
  if (ledger.namespace === 'polkadot' && !isPolkadotInstalled()) {
    say(`${ledger.name}: installing its packages, 300 MB, once. Everything else works meanwhile.`)
  }
  let isStopping = false
  let pause = firstPause
  /** @type {NodeJS.Timeout | undefined} */
  let waiting
  /** @type {ReturnType<typeof runLedger>} */
  let running
  const run = () => {
    running = runLedger(ledger, say, command, (how, words) => {
      if (isStopping) return
      const hasRun = ledger.state === 'ready'
      ledger.state = hasRun ? 'stopped' : 'failed'
      const told = hasRun
        ? `ended by itself (${how}). It is started again, empty.`
        : `could not start (${how}). Everything else goes on without it.`
      say(`${ledger.name} ${told} ${words}`.trim())
      if (!hasRun) return
      waiting = setTimeout(run, pause)
      pause = Math.min(pause * 2, longestPause)
    })
  }
  run()
  return async () => {
    isStopping = true
    clearTimeout(waiting)
    await running.stop()
  }
}

/**
 * Runs a ledger's program once.
 *
 * @param {Ledger} ledger @param {(line: string) => void} say @param {readonly string[]} command
 * @param {(how: string, lastWords: string) => void} onEnd
 */
function runLedger(ledger, say, [program = '', ...args], onEnd) {
  const { port } = new URL(ledger.rpcUrl)
  // A process group of its own, so that npm, which may install packages for it, is stopped too.
  const isGroup = process.platform !== 'win32'
  const child = spawn(process.execPath, [resolve(root, program), ...args, port], {
    cwd: root,
    // Its input is a pipe that ends with this program, however this program ends.
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: isGroup,
    env: { ...process.env, LATCHKEY_STOP_WITH_INPUT: '1' },
  })
  /** @type {string[]} */
  const lines = []
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line)
    if (lines.length > 200) lines.shift()
  })
  createInterface(child.stdout).on('line', (line) => {
    if (ledger.state === 'ready' || !line.includes(port)) return
    ledger.state = 'ready'
    say(`${ledger.name} has started: ${ledger.rpcUrl}`)
  })
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    /** @param {string} how */
    const end = (how) => {
      onEnd(how, lastWordsOf(lines))
      resolve()
    }
    child.once('error', ({ message }) => end(message))
    // Not `exit`: its last words may still be on their way then.
    child.once('close', (code, signal) => end(`code ${code ?? signal}`))
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
  return {
    async stop() {
      kill('SIGTERM')
      const timer = setTimeout(() => kill('SIGKILL'), 5_000)
      await ended
      clearTimeout(timer)
    },
  }
}

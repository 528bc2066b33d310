// A local Polkadot asset hub: `node chains/polkadot/start.mjs --port 9944`. Prints one line once it listens. A second one
// beside it has another first block: `--genesis-hash 0x…`. With LATCHKEY_STOP_WITH_INPUT it ends with its standard input, so that no chain outlives its parent.
import { parseArgs } from 'node:util'
import { startLedger } from './ledger.mjs'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '9944' }, 'genesis-hash': { type: 'string' } },
})
const port = Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`--port must be a port number; it is ${values.port}.\n`)
  process.exit(1)
}

const genesisHash = values['genesis-hash']
if (genesisHash !== undefined && !/^0x[0-9a-f]{64}$/.test(genesisHash)) {
  process.stderr.write(`--genesis-hash must be 32 bytes in hex; it is ${genesisHash}.\n`)
  process.exit(1)
}

const ledger = await startLedger({ port, ...(genesisHash && { genesisHash }) })
process.stdout.write(`Polkadot asset hub: ${ledger.url} (${ledger.networkId})\n`)

/** The server keeps connections open, so the program ends itself. */
async function end() {
  await ledger.close()
  process.exit(0)
}
if (process.env.LATCHKEY_STOP_WITH_INPUT === '1') {
  process.stdin.resume()
  process.stdin.once('end', end)
}
process.once('SIGINT', end)
process.once('SIGTERM', end)

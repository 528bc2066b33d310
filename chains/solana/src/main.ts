import { startLedger } from './startLedger.js'

// `node chains/solana/dist/main.js [port]`: runs until its standard input ends, so that no ledger outlives its parent.
const { url, close } = await startLedger({ port: Number(process.argv[2] ?? 8899) })
process.stdout.write(`${url}\n`)
process.stdin.resume()
process.stdin.once('end', () => void close())
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().then(() => process.exit()))

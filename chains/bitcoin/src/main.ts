import { people } from './people.js'
import { startBitcoin } from './startBitcoin.js'

// A program: `node chains/bitcoin/dist/main.js [port]`. It mines a block every 20 seconds, so that what is sent is
// confirmed. With LATCHKEY_STOP_WITH_INPUT it ends with its standard input, so that no chain outlives its parent.
const { url, mine, stop } = await startBitcoin({ port: Number(process.argv[2] ?? 3002) })
console.log(`Bitcoin regtest: ${url}`)
for (const { name, payment, ordinals } of people) console.log(`  ${name}: ${payment}, ${ordinals}`)
const timer = setInterval(() => void mine(1), 20_000)

async function end() {
  clearInterval(timer)
  await stop()
  process.exit()
}
if (process.env.LATCHKEY_STOP_WITH_INPUT === '1') {
  process.stdin.resume()
  process.stdin.once('end', end)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)

import { people } from './people.js'
import { startBitcoin } from './startBitcoin.js'

// A program: `node chains/bitcoin/dist/main.js [port]`. It mines a block every 20 seconds, so that what is sent is
// confirmed, and ends when its parent does.
const { url, mine } = await startBitcoin({ port: Number(process.argv[2] ?? 3002) })
console.log(`Bitcoin regtest: ${url}`)
for (const { name, payment, ordinals } of people) console.log(`  ${name}: ${payment}, ${ordinals}`)
setInterval(() => void mine(1), 20_000)

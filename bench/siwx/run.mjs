// How long the server takes to verify one sign-in by a key. Budget: 2 ms (issue 5), for the middle one.
// `npm run build`, then `node bench/siwx/run.mjs`

import { createNonce, formatSiwxMessage, memoryNonceStore, verifySiwx } from 'latchkey/siwx'
import { privateKeyToAccount } from 'viem/accounts'

const budget = 2
const count = 500
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const nonceStore = memoryNonceStore()
const expected = {
  domain: 'app.example',
  scheme: /** @type {const} */ ('https'),
  nonceStore,
  chainIds: [/** @type {const} */ ('eip155:1')],
  maxAge: 600_000,
}

const signed = []
for (let index = 0; index < count; index++) {
  const nonce = createNonce()
  await nonceStore.add(nonce)
  const message = formatSiwxMessage({
    domain: 'app.example',
    address: account.address,
    uri: 'https://app.example',
    version: '1',
    chainId: 'eip155:1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  signed.push({ message, signature: await account.signMessage({ message }) })
}

const times = []
for (const { message, signature } of signed) {
  const startedAt = performance.now()
  await verifySiwx({ message, signature, expected })
  times.push(performance.now() - startedAt)
}
const sorted = [...times].sort((a, b) => a - b)
const at = (/** @type {number} */ share) => sorted[Math.floor(share * (count - 1))] ?? 0
console.log(
  `${count} sign-ins by a key: p50 ${at(0.5).toFixed(2)} ms, p99 ${at(0.99).toFixed(2)} ms, budget ${budget} ms`,
)
process.exit(at(0.5) <= budget ? 0 : 1)

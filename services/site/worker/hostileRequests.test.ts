import fc from 'fast-check'
import { rpcMethods } from 'latchkey/protocol'
import { stringToHex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { noRecords } from '../accounts/records.js'
import { localChain, signersOf, visitorKey } from '../testing/testWallet.js'
import type { Keeper } from './keeper.js'
import { createRequests } from './requests.js'
import { createTurns } from './turns.js'

// What a hostile page can ask the wallet, without anybody pressing Approve: the worker opens no key for it.

const runs = Number(process.env.LONG_RUNS ?? 1_000)
const { address } = signersOf(visitorKey).eip155
const solana = { id: 'solana:LatchkeyLoca1SoLanaLedger1111111', name: 'Solana' } as const
const chains = [
  { ...localChain, hasSmartAccounts: true, hasBundler: true, hasPaymaster: true },
  { ...solana, coin: { symbol: 'SOL', decimals: 9 } },
]

afterEach(() => vi.unstubAllGlobals())

/** A surface whose nodes answer what a reader wants to hear, and whose keys nobody may open. */
function surface(answers: readonly unknown[]) {
  let count = 0
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    const { method } = JSON.parse(body)
    const known = { eth_chainId: '0x7a69', getGenesisHash: 'LatchkeyLoca1SoLanaLedger11111111111111111' }
    const result = known[method as keyof typeof known] ?? answers[count++ % answers.length]
    return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  const withSigners = vi.fn(async () => {
    throw new Error('a key was opened')
  })
  const addresses = { eip155: address, solana: '11111111111111111111111111111111' }
  const requests = createRequests({
    keeper: { addresses: async () => addresses, withSigners } as unknown as Keeper,
    ...{ chains, projectId: 'acme' },
    host: () => 'https://app.example',
    records: async () => ({ read: async () => noRecords, keep: async () => noRecords }),
    accountType: async () => 'smartAccount',
    switchChain: async () => undefined,
    lock: createTurns(),
  })
  return { requests, withSigners }
}

const hex = fc.uint8Array({ maxLength: 80 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const anything = fc.oneof(hex, fc.string(), fc.integer(), fc.constant(address), fc.jsonValue({ maxDepth: 2 }))
const call = fc.record(
  {
    to: fc.oneof(fc.constant(address), anything),
    from: fc.constant(address),
    value: fc.oneof(fc.constant('0x1'), anything),
    data: fc.oneof(hex, anything),
    authorizationList: anything,
    id: anything,
    consentId: anything,
  },
  { requiredKeys: ['to'] },
)
const text = fc.string({ maxLength: 60 })
const calls = fc.array(call, { minLength: 1, maxLength: 3 })
const batch = { version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: false }
const grant = {
  expiry: 2_000_000_000,
  permissions: [{ type: 'native-token-transfer', data: { allowance: '0x1' } }],
}
/** Requests that have the form of their method. */
const fitting = fc.oneof(
  text.map((one) => ({ method: 'personal_sign', params: [stringToHex(one), address] })),
  call.map((one) => ({ method: 'eth_sendTransaction', params: [one] })),
  calls.map((all) => ({ method: 'wallet_sendCalls', params: [{ ...batch, calls: all }] })),
  fc.constant({ method: 'wallet_grantPermissions', params: [grant] }),
)
const methods = fc.oneof(
  fc.constantFrom(...Object.keys(rpcMethods)),
  fc.constantFrom('eth_sign', 'carryOut', 'words', 'handOver', 'constructor', '__proto__'),
)
/** Requests that nobody has thought of. */
const wild = fc.record({
  method: methods,
  params: fc.oneof(fc.tuple(call), call, fc.array(anything, { maxLength: 3 })),
})
const chainId = fc.constantFrom(localChain.id, localChain.id, solana.id, 'eip155:1' as const)
const request = fc.tuple(fc.oneof(fitting, wild), chainId).map(([one, id]) => ({ ...one, chainId: id }))
const answer = fc.oneof(
  hex,
  fc.constant('0x1'),
  fc.constant({ baseFeePerGas: '0x1' }),
  fc.constant({ value: [] }),
)

test(`${runs} requests of a page open no key while nobody approves`, { timeout: 3_600_000 }, async () => {
  let asked = 0
  await fc.assert(
    fc.asyncProperty(request, fc.array(answer, { minLength: 1, maxLength: 6 }), async (one, answers) => {
      const { requests, withSigners } = surface(answers)
      const reading = await requests.request(one).catch(() => undefined)
      if (reading?.status === 'ask') asked++
      expect(withSigners).not.toHaveBeenCalled()
    }),
    { numRuns: runs },
  )
  // Many get so far that the visitor would be asked.
  expect(asked).toBeGreaterThan(runs / 100)
})

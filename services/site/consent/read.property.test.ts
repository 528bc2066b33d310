import fc from 'fast-check'
import { type CaipNetworkId, rpcMethods } from 'latchkey/protocol'
import { expect, test } from 'vitest'
import { Refusal } from '../accounts/Refusal.js'
import { NodeError, type Rpc } from '../accounts/Rpc.js'
import { localChain, signersOf, testWallet, visitorKey } from '../testing/testWallet.js'
import { treatmentOf } from './treatmentOf.js'

const runs = Number(process.env.LONG_RUNS ?? 300)
const own = signersOf(visitorKey).eip155.address
const solana = 'solana:LatchkeyLoca1SoLanaLedger1111111'
const asking = Object.keys(rpcMethods).filter((method) => treatmentOf(method) === 'ask')

const hex = fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const word = fc.oneof(
  ...[fc.constant(own), fc.constant('0x'), fc.constant('0x7a69'), fc.constant('latest'), hex, fc.string()],
)
const scalar = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null))
/** Names that the readers look at, so that they get far. */
const name = fc.constantFrom(
  ...[
    'to',
    'from',
    'data',
    'value',
    'gas',
    'nonce',
    'calls',
    'types',
    'domain',
    'message',
    'primaryType',
    'chainId',
  ],
  ...[
    'sender',
    'callData',
    'paymaster',
    'permissions',
    'expiry',
    'signer',
    'type',
    'allowance',
    'pubkey',
    'transaction',
  ],
  ...[
    'transactions',
    'options',
    'capabilities',
    'id',
    'accessList',
    'input',
    'policies',
    'functions',
    'address',
  ],
  ...['__proto__', 'constructor', 'toString'],
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('tree')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}))
/** Answers of a node that lies: right in form now and then. */
const answer = fc.oneof(
  ...[
    tree,
    hex,
    fc.constant('0x7a69'),
    fc.constant('0x1'),
    fc.constant({ baseFeePerGas: '0x1' }),
    fc.constant({ value: [] }),
  ],
)

/** A node that answers the questions of one reading with one list of answers, again and again. */
function lyingNode(answers: readonly unknown[]): Rpc {
  let count = 0
  return async (_, method) => {
    if (method === 'eth_chainId') return '0x7a69'
    if (method === 'getGenesisHash') return 'LatchkeyLoca1SoLanaLedger11111111111111111'
    count += 1
    const one = answers[count % answers.length]
    if (one === null) throw new NodeError({ code: -32000, message: 'no' })
    return one
  }
}

test('no request and no answer of a node makes reading end in anything but a reading or a refusal', async () => {
  const requests = fc.tuple(
    fc.constantFrom(...asking),
    fc.array(tree, { maxLength: 3 }),
    fc.array(answer, { minLength: 1 }),
  )
  await fc.assert(
    fc.asyncProperty(requests, async ([method, params, answers]) => {
      const chainId: CaipNetworkId = method.startsWith('solana') ? solana : 'eip155:31337'
      const rpc = lyingNode(answers)
      const chains = [
        { ...localChain, hasSmartAccounts: true, hasBundler: true, hasPaymaster: true, nameResolver: own },
        { id: solana, name: 'Solana', coin: { symbol: 'SOL', decimals: 9 } } as const,
      ]
      const wallet = testWallet({
        rpc,
        bundler: rpc,
        paymaster: rpc,
        chains,
        state: { type: 'smartAccount' },
      })
      const isList = !method.startsWith('solana')
      const reading = await wallet
        .read(method, isList ? params : (params[0] ?? {}), chainId)
        .catch((error) => error)
      if (reading instanceof Error) {
        expect(reading).toBeInstanceOf(Refusal)
        // A defect of a reader would hide behind the refusal.
        if (reading.cause instanceof Error)
          expect(reading.cause.name).not.toMatch(/^(Type|Range|Reference)Error$/)
        return
      }
      // Without permissions and without anything signed, everything is asked.
      expect(reading.status).toBe('ask')
      expect(JSON.parse(JSON.stringify(reading.consent))).toEqual(reading.consent)
    }),
    { numRuns: runs },
  )
})

test('an authorization of the app is refused wherever it stands', async () => {
  const place = fc.constantFrom('authorizationList', 'authorization', 'eip7702Auth', 'factory', 'factoryData')
  const value = fc.oneof(tree, fc.constant([])).filter((one) => one !== null && one !== undefined)
  await fc.assert(
    fc.asyncProperty(place, value, fc.nat({ max: 2 }), async (field, stuff, where) => {
      const wallet = testWallet({ rpc: lyingNode(['0x1']), chains: [localChain] })
      const call = { to: own, value: '0x1' }
      const asked = { ...call, [field]: stuff }
      const refusal =
        where === 0
          ? await wallet.refusal('eth_sendTransaction', [asked])
          : await wallet.refusal(
              'wallet_sendCalls',
              where === 1 ? [{ calls: [call, asked] }] : [{ calls: [call], [field]: stuff }],
            )
      expect(refusal.message).toBe('Account upgrades can only be started by your wallet')
    }),
    { numRuns: Math.min(runs, 2_000) },
  )
})

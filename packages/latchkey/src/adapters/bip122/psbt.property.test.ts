import * as btc from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitcoin } from '../../networks/others.js'
import { readTarget } from './addresses.js'
import { bytesOf, hexOf } from './bytes.js'
import { mainPrefixes } from './chains.js'
import { chooseAll, chooseCoins, dustOf, type SenderKind } from './chooseCoins.js'
import { buildPsbt, complete, isAsOrdered, type Order } from './psbt.js'

/** `npm run long` tries ten thousand. */
const runs = Number(process.env.LONG_RUNS ?? 2_000)
const secret = new Uint8Array(32).fill(7)
const key = pubECDSA(secret)
const publicKey = hexOf(key)
const own = {
  wpkh: btc.p2wpkh(key),
  sh: btc.p2sh(btc.p2wpkh(key)),
  tr: btc.p2tr(pubSchnorr(secret)),
} as const
type Signed = keyof typeof own
const others = [
  btc.p2pkh(pubECDSA(new Uint8Array(32).fill(9))),
  btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(9))),
  btc.p2tr(pubSchnorr(new Uint8Array(32).fill(9))),
].map(({ script }) => script)

/** The transactions that coins come from, by their ids. */
const parents = new Map<string, Uint8Array>()

function coinOf(value: bigint, index: number, isConfirmed: boolean, sender: Signed = 'wpkh') {
  const parent = new btc.Transaction({ allowUnknownOutputs: true })
  parent.addInput({
    txid: index.toString(16).padStart(64, '0'),
    index: 0,
    witnessUtxo: { script: own.wpkh.script, amount: 1n },
  })
  const vout = index % 3
  for (let at = 0; at < vout; at++) parent.addOutput({ script: own.tr.script, amount: 1n })
  parent.addOutput({ script: own[sender].script, amount: value })
  parents.set(parent.id, parent.unsignedTx)
  return { txid: parent.id, vout, value, isConfirmed }
}
const coins = fc.array(
  fc.record({ value: fc.bigInt({ min: 1n, max: 2_000_000n }), isConfirmed: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 7,
  },
)

const drawn = fc.record({
  coins,
  sender: fc.constantFrom<Signed>('wpkh', 'sh', 'tr'),
  to: fc.constantFrom(...others),
  units: fc.bigInt({ min: 1n, max: 5_000_000n }),
  rate: fc.bigInt({ min: 1_000n, max: 300_000n }),
  isAll: fc.boolean(),
})
const question = drawn.map(({ coins, sender, ...more }) => ({
  ...more,
  sender,
  coins: coins.map(({ value, isConfirmed }, index) => coinOf(value, index + 1, isConfirmed, sender)),
}))

function orderOf({ sender, to, choice }: { sender: Signed; to: Uint8Array; choice: Order['choice'] }): Order {
  return {
    choice,
    from: { kind: sender, script: own[sender].script, mayHold: false },
    to: { kind: 'wpkh', script: to },
    network: bitcoin,
    // Taproot's key costs much to check, and changes no amount.
    account: { address: '', type: 'payment', ...(sender === 'sh' ? { publicKey } : {}) },
    parents,
  }
}

test('inputs are outputs and the fee, the fee is the quoted one, nothing is dust, change goes home', () => {
  let made = 0
  fc.assert(
    fc.property(question, ({ coins, sender, to, units, rate, isAll }) => {
      const asked = { coins, sender, recipientSize: to.length, rate }
      const choice = isAll ? chooseAll(asked) : chooseCoins({ ...asked, units })
      const all = coins.reduce((sum, { value }) => sum + value, 0n)
      if (choice === undefined) {
        // Even all coins together do not pay for the amount and the fee of spending them.
        const rest = chooseAll(asked)
        expect(rest === undefined || rest.units < units).toBe(true)
        return
      }
      if (choice.units < dustOf(to.length)) return
      made++
      const order = orderOf({ sender, to, choice })
      const bytes = buildPsbt(btc, order).toPSBT()
      expect(isAsOrdered(btc, bytes, order)).toBe(true)
      const tx = btc.Transaction.fromPSBT(bytes)
      const outputs = Array.from({ length: tx.outputsLength }, (_, index) => tx.getOutput(index))
      const inputs = Array.from({ length: tx.inputsLength }, (_, index) => tx.getInput(index))
      const paid = inputs.reduce((sum, { witnessUtxo }) => sum + (witnessUtxo?.amount ?? 0n), 0n)
      const received = outputs.reduce((sum, { amount = 0n }) => sum + amount, 0n)
      expect(paid - received).toBe(choice.fee)
      expect(tx.fee).toBe(choice.fee)
      expect(paid).toBeLessThanOrEqual(all)
      expect(outputs[0]?.amount).toBe(isAll ? choice.units : units)
      for (const { amount = 0n, script = to } of outputs)
        expect(amount).toBeGreaterThanOrEqual(dustOf(script.length))
      if (outputs[1] !== undefined) expect(hexOf(outputs[1].script ?? to)).toBe(hexOf(own[sender].script))
      for (const { sequence = 0 } of inputs) expect(sequence).toBeLessThan(0xfffffffe)
    }),
    { numRuns: runs },
  )
  expect(made).toBeGreaterThan(runs / 4)
}, 3_600_000)

test('the fee pays at least the rate for the signed size, and little more', () => {
  fc.assert(
    fc.property(question, ({ coins, sender, to, rate }) => {
      const choice = chooseAll({ coins, sender, recipientSize: to.length, rate })
      if (choice === undefined) return
      const account = { address: '', type: 'payment', publicKey }
      const ordered = buildPsbt(btc, { ...orderOf({ sender, to, choice }), account })
      const wallet = btc.Transaction.fromPSBT(ordered.toPSBT())
      wallet.sign(secret)
      const done = complete(btc, ordered, wallet.toPSBT())
      const { vsize } = btc.Transaction.fromRaw(bytesOf(done.hex))
      expect(choice.fee * 1000n).toBeGreaterThanOrEqual(BigInt(vsize) * rate)
      // A signature may be a little smaller than the largest.
      expect(choice.fee * 1000n).toBeLessThanOrEqual(BigInt(vsize + 2 * coins.length + 2) * rate + 1000n)
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('a coin that costs more than it is worth is spent in no way', () => {
  const rate = 100_000n
  // Spending a segwit coin takes 68 virtual bytes.
  const small = coinOf(6_800n, 1, true)
  const large = coinOf(500_000n, 2, true)
  const asked = { coins: [small, large], sender: 'wpkh', recipientSize: 22, rate } as const
  expect(chooseAll(asked)?.coins).toEqual([large])
  expect(chooseAll({ ...asked, coins: [small] })).toBeUndefined()
  expect(chooseCoins({ ...asked, coins: [small], units: 1n })).toBeUndefined()
  const enough = coinOf(6_801n, 1, true)
  expect(chooseAll({ ...asked, coins: [enough, large] })?.coins).toHaveLength(2)
})

test('a taproot address is signed by its own key, and nested segwit only with it', () => {
  const choice = { coins: [coinOf(10_000n, 1, true)], units: 9_000n, change: 0n, fee: 1_000n }
  const [to = key] = others
  const withKey = (sender: Signed, publicKey: string | undefined): Order => ({
    ...orderOf({ sender, to, choice }),
    account: { address: '', type: 'payment', publicKey },
  })
  const internal = (publicKey: string) => buildPsbt(btc, withKey('tr', publicKey)).getInput(0).tapInternalKey
  expect(internal(publicKey)).toEqual(key.slice(1))
  expect(internal(publicKey.slice(2))).toEqual(key.slice(1))
  const stranger = hexOf(pubECDSA(new Uint8Array(32).fill(3)))
  expect(internal(stranger)).toBeUndefined()
  for (const missing of [undefined, stranger, 'x']) {
    expect(() => buildPsbt(btc, withKey('sh', missing))).toThrow('no public key')
  }
})

test.each<[SenderKind, number, bigint]>([
  ['pkh', 25, 546n],
  ['sh', 23, 540n],
  ['wpkh', 22, 294n],
  ['tr', 34, 330n],
])('dust of %s is what Bitcoin Core says', (_, size, dust) => {
  expect(dustOf(size)).toBe(dust)
})

const choice = {
  coins: [coinOf(100_000n, 1, true), coinOf(50_000n, 2, true)],
  units: 60_000n,
  change: 89_000n,
  fee: 1_000n,
}
const [, to = key] = others
const order = orderOf({ sender: 'wpkh', to, choice })

test.each<[string, (tx: btc.Transaction) => void]>([
  ['another amount', (tx) => tx.updateOutput(0, { amount: 60_001n }, true)],
  ['another recipient', (tx) => tx.updateOutput(0, { script: own.tr.script }, true)],
  ['change to somebody else', (tx) => tx.updateOutput(1, { script: to }, true)],
  ['less change, so a higher fee', (tx) => tx.updateOutput(1, { amount: 88_000n }, true)],
  ['one more output', (tx) => tx.addOutput({ script: to, amount: 1_000n }, true)],
  ['another coin', (tx) => tx.updateInput(0, { txid: 'ff'.repeat(32) }, true)],
  ['another output of the transaction', (tx) => tx.updateInput(0, { index: 9 }, true)],
  ['a final sequence', (tx) => tx.updateInput(0, { sequence: 0xffffffff }, true)],
])('a PSBT with %s is found out before it is signed', (_, change) => {
  // The library itself refuses another coin beside the transaction of the first.
  const order = orderOf({ sender: 'tr', to, choice })
  const tx = buildPsbt(btc, order)
  change(tx)
  expect(isAsOrdered(btc, tx.toPSBT(), order)).toBe(false)
})

test.each<[string, (tx: btc.Transaction) => void]>([
  ['another amount', (tx) => tx.updateOutput(0, { amount: 59_999n }, true)],
  ['another recipient', (tx) => tx.updateOutput(0, { script: own.tr.script }, true)],
  ['a higher fee', (tx) => tx.updateOutput(1, { amount: 1_000n }, true)],
  ['a final sequence', (tx) => tx.updateInput(0, { sequence: 0xffffffff }, true)],
])('a wallet that signs %s is found out', (_, change) => {
  const ordered = buildPsbt(btc, order)
  const wallet = btc.Transaction.fromPSBT(ordered.toPSBT())
  change(wallet)
  wallet.sign(secret)
  expect(() => complete(btc, ordered, wallet.toPSBT())).toThrow('another transaction')
})

test('a signature that does not cover everything is found out', () => {
  const ordered = buildPsbt(btc, order)
  const wallet = btc.Transaction.fromPSBT(ordered.toPSBT())
  for (const index of [0, 1]) wallet.updateInput(index, { sighashType: btc.SigHash.NONE }, true)
  wallet.sign(secret, [btc.SigHash.NONE])
  expect(() => complete(btc, ordered, wallet.toPSBT())).toThrow('signature')
})

test.each(['wpkh', 'sh', 'tr'] as const)('a wallet may strip all but its signatures: %s', (sender) => {
  const coins = [coinOf(100_000n, 1, true, sender), coinOf(50_000n, 2, true, sender)]
  const account = { address: '', type: 'payment', publicKey }
  for (const isFinal of [false, true]) {
    const asked = { ...orderOf({ sender, to, choice: { ...choice, coins } }), account }
    const ordered = buildPsbt(btc, asked)
    const wallet = btc.Transaction.fromPSBT(ordered.toPSBT())
    wallet.sign(secret)
    if (isFinal) wallet.finalize()
    const stripped = btc.Transaction.fromRaw(ordered.unsignedTx)
    for (const index of [0, 1]) {
      const { partialSig, tapKeySig, finalScriptSig, finalScriptWitness } = wallet.getInput(index)
      stripped.updateInput(index, {
        ...(partialSig && { partialSig }),
        ...(tapKeySig && { tapKeySig }),
        ...(finalScriptSig && { finalScriptSig }),
        ...(finalScriptWitness && { finalScriptWitness }),
      })
    }
    expect(complete(btc, ordered, stripped.toPSBT())).toMatchObject({ id: ordered.id })
  }
})

test('an answer that is not signed throws', () => {
  const ordered = buildPsbt(btc, order)
  expect(() => complete(btc, ordered, ordered.toPSBT())).toThrow()
})

test('an address for the test network is no target on the main network', () => {
  expect(readTarget(btc, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', mainPrefixes)).toBeUndefined()
})

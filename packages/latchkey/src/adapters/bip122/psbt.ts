import { base64 } from '@scure/base'
import type { AccountFacts } from '../../core/connector.js'
import type { Network } from '../../protocol/entities/Network.js'
import type { Target } from './addresses.js'
import { bytesOf, isSame } from './bytes.js'
import { prefixesOf } from './chains.js'
import { type Choice, sumOf } from './chooseCoins.js'
import type { BtcSigner } from './peer.js'
import type { Sender } from './sender.js'

type Tx = InstanceType<BtcSigner['Transaction']>
type Input = Parameters<Tx['addInput']>[0]

/** The order to a wallet: what it shall sign, and nothing else. */
export type Order = {
  readonly choice: Choice
  readonly from: Sender
  readonly to: Target
  readonly network: Network
  readonly account?: AccountFacts | undefined
  /** By its id, a whole transaction that one of the coins comes from; needed unless the sender is `tr`. */
  readonly parents: Parents
}

/** Whole transactions by their ids. */
export type Parents = ReadonlyMap<string, Uint8Array>

/** Below the two highest values, an input says that its transaction may be replaced (BIP-125). */
const replaceable = 0xfffffffd

/**
 * Builds a PSBT from an order.
 *
 * @throws If the sender's public key is needed and missing or another one's, or a parent is not what it should be.
 */
export function buildPsbt(btc: BtcSigner, order: Order): Tx {
  const { choice, from, to, parents } = order
  const tx = new btc.Transaction()
  const keys = keysOf(btc, order)
  for (const coin of choice.coins) {
    tx.addInput({
      txid: coin.txid,
      index: coin.vout,
      sequence: replaceable,
      ...(from.kind === 'tr' ? {} : { nonWitnessUtxo: parentOf(btc, from, parents, coin) }),
      ...(from.kind === 'pkh' ? {} : { witnessUtxo: { script: from.script, amount: coin.value } }),
      ...keys,
    })
  }
  tx.addOutput({ script: to.script, amount: choice.units })
  if (choice.change > 0n) tx.addOutput({ script: from.script, amount: choice.change })
  return tx
}

/** What a signer must know of each input besides the coin, by the kind of the address. */
function keysOf(btc: BtcSigner, { from, network, account }: Order): Partial<Input> {
  const key = keyOf(account)
  if (from.kind === 'tr') {
    const internal = key && xOnly(key)
    // Without the key the wallet looks it up by the address.
    return internal && isSame(btc.p2tr(internal).script, from.script) ? { tapInternalKey: internal } : {}
  }
  if (from.kind !== 'sh') return {}
  const nested = key && btc.p2sh(btc.p2wpkh(key), prefixesOf(network.caipNetworkId))
  if (nested?.redeemScript === undefined || !isSame(nested.script, from.script)) {
    throw new Error('no public key')
  }
  return { redeemScript: nested.redeemScript }
}

/**
 * The transaction that a coin comes from. It proves the coin's amount: a `pkh` signature covers none, and a segwit v0
 * one only that of its own coin. A node that lies about another coin at each attempt could otherwise join the
 * signatures into a transaction with a huge fee.
 */
export function parentOf(
  btc: BtcSigner,
  from: Sender,
  parents: Parents,
  { txid, vout, value }: Choice['coins'][number],
): Uint8Array {
  const parent = parents.get(txid)
  if (parent === undefined) throw new Error('no parent')
  const read = btc.Transaction.fromRaw(parent, loose)
  const output = vout < read.outputsLength ? read.getOutput(vout) : undefined
  if (read.id !== txid || output?.amount !== value || !isSame(output.script, from.script)) {
    throw new Error('another parent')
  }
  return parent
}

/** For transactions of strangers, which may be of any form. */
export const loose = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  disableScriptCheck: true,
} as const

/** Whether a PSBT does what was ordered and nothing else. Reads the bytes, not the object they were made from. */
export function isAsOrdered(btc: BtcSigner, psbt: Uint8Array, { choice, from, to }: Order): boolean {
  const tx = btc.Transaction.fromPSBT(psbt)
  const isInput = ({ txid, vout }: Choice['coins'][number], index: number) => {
    const input = tx.getInput(index)
    return isSame(input.txid, bytesOf(txid)) && input.index === vout && input.sequence === replaceable
  }
  const wanted = [
    { script: to.script, amount: choice.units },
    ...(choice.change > 0n ? [{ script: from.script, amount: choice.change }] : []),
  ]
  const isOutput = ({ script, amount }: (typeof wanted)[number], index: number) => {
    const output = tx.getOutput(index)
    return output.amount === amount && isSame(output.script, script)
  }
  return (
    tx.inputsLength === choice.coins.length &&
    choice.coins.every(isInput) &&
    tx.outputsLength === wanted.length &&
    wanted.every(isOutput) &&
    sumOf(choice.coins) - choice.units - choice.change === choice.fee &&
    tx.lockTime === 0
  )
}

/** What a PSBT of an app, or the wallet's answer to it, is to do: its inputs and outputs. @throws If it is no PSBT. */
export const unsignedOf = (btc: BtcSigner, psbt: string): Uint8Array =>
  btc.Transaction.fromPSBT(base64.decode(psbt), loose).unsignedTx

/** Whether an input has a signature, of whomever. */
export const isSigned = (input: ReturnType<Tx['getInput']>): boolean =>
  Object.entries(input).some(([name, value]) => signatures.includes(name) && value !== undefined)

const signatures = ['partialSig', 'tapKeySig', 'finalScriptSig', 'finalScriptWitness']

/**
 * Completes what a wallet signed: it must be the ordered transaction, signed as a whole.
 *
 * @returns The transaction in hex, and its id.
 * @throws If it is not.
 */
export function complete(
  btc: BtcSigner,
  ordered: Tx,
  signed: Uint8Array,
): { readonly hex: string; readonly id: string } {
  const answer = btc.Transaction.fromPSBT(signed, loose)
  if (!isSame(answer.unsignedTx, ordered.unsignedTx)) throw new Error('another transaction')
  for (let index = 0; index < answer.inputsLength; index++) {
    // Wallets may strip all else. What the signature covers comes from the order, not from what they say of it.
    const isSignature = ([name, value]: [string, unknown]) => signatures.includes(name) && value !== undefined
    const signature: Input = Object.fromEntries(Object.entries(answer.getInput(index)).filter(isSignature))
    ordered.updateInput(index, signature, true)
    const { finalScriptWitness, finalScriptSig } = signature
    if (finalScriptWitness === undefined && finalScriptSig === undefined) ordered.finalizeIdx(index)
    if (!signsAll(btc, ordered.getInput(index))) throw new Error('signature')
  }
  return { hex: ordered.hex, id: ordered.id }
}

/** Whether an input's signature covers all inputs and outputs (SIGHASH_ALL, or taproot's default). */
function signsAll(
  btc: BtcSigner,
  { finalScriptWitness, finalScriptSig }: ReturnType<Tx['getInput']>,
): boolean {
  const [ofWitness] = finalScriptWitness ?? []
  const [ofScript] = finalScriptSig?.length ? btc.Script.decode(finalScriptSig) : []
  const signature = ofWitness ?? (ofScript instanceof Uint8Array ? ofScript : undefined)
  return signature?.length === 64 || signature?.at(-1) === btc.SigHash.ALL
}

function keyOf(account: AccountFacts | undefined): Uint8Array | undefined {
  const text = account?.publicKey ?? ''
  return /^([0-9a-f]{64}|[0-9a-f]{66})$/i.test(text) ? bytesOf(text) : undefined
}

const xOnly = (key: Uint8Array) => (key.length === 33 ? key.subarray(1) : key)

import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, RawWitness, Transaction } from '@scure/btc-signer'
import { type Sign, secret } from './outcomeOf.js'

// Accounts of one key, and how wallets sign for them: for tests.

export const publicKey = secp256k1.getPublicKey(secret)
export const xOnly = publicKey.slice(1)
/** 33 bytes that are no point of the curve. */
export const notKey = new Uint8Array(33).fill(5)

/** The virtual transaction that BIP-322 signs, which spends the output of another one. */
export function transactions(text: string, script: Uint8Array, more: object = {}) {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  const digest = sha256(concatBytes(tag, tag, utf8ToBytes(text)))
  const toSpend = new Transaction({
    version: 0,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  })
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({
    txid: '00'.repeat(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: concatBytes(Uint8Array.of(0, 32), digest),
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true, allowLegacyWitnessUtxo: true })
  toSign.addInput({ txid: toSpend.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n }, ...more })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return { toSign }
}

/** BIP-322 "simple", signed by the library's own transactions. */
export const signSimple =
  (
    script: Uint8Array,
    key = secret,
    tapInternalKey?: Uint8Array,
    sighashType?: number,
    redeemScript?: Uint8Array,
  ): Sign =>
  (text) => {
    const { toSign } = transactions(text, script, {
      ...(tapInternalKey === undefined ? {} : { tapInternalKey }),
      ...(sighashType === undefined ? {} : { sighashType }),
      ...(redeemScript === undefined ? {} : { redeemScript }),
    })
    toSign.sign(key, sighashType === undefined ? undefined : [sighashType])
    toSign.finalize()
    return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
  }

export const signOld =
  (header: number, key = secret): Sign =>
  (text) => {
    const message = utf8ToBytes(text)
    const { length } = message
    const low = [length & 255, (length >> 8) & 255]
    const size = length < 253 ? [length] : length < 65_536 ? [253, ...low] : [254, ...low, length >> 16, 0]
    const hash = sha256(
      sha256(concatBytes(utf8ToBytes('\u0018Bitcoin Signed Message:\n'), Uint8Array.from(size), message)),
    )
    const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
    return base64.encode(concatBytes(Uint8Array.of(header + (bytes[0] ?? 0)), bytes.subarray(1)))
  }

export const withItems = (
  signature: string,
  change: (items: readonly Uint8Array[]) => readonly Uint8Array[],
): string => base64.encode(RawWitness.encode([...change(RawWitness.decode(base64.decode(signature)))]))

export const wpkh = p2wpkh(publicKey)
export const tr = p2tr(xOnly)
export const pkh = p2pkh(publicKey)
export const sh = p2sh(p2wpkh(publicKey))
export const signNested = (key = secret): Sign =>
  signSimple(
    p2sh(p2wpkh(secp256k1.getPublicKey(key))).script,
    key,
    undefined,
    undefined,
    p2wpkh(secp256k1.getPublicKey(key)).script,
  )
export const address = (payment: { readonly address?: string | undefined }) => String(payment.address)

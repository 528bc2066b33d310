import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'

/** Bitcoin Core's regtest, for `@scure/btc-signer`. */
export const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef } as const

export type Person = {
  readonly name: string
  readonly privateKey: Uint8Array
  readonly publicKey: Uint8Array
  /** P2WPKH, for payments. */
  readonly payment: string
  /** P2TR, for ordinals. */
  readonly ordinals: string
  /** P2SH-P2WPKH. */
  readonly nested: string
  /** P2PKH. */
  readonly legacy: string
}

/** The accounts of the local chain. Their keys are in this file: never use them elsewhere. */
export const people = [person('Ada', 1), person('Grace', 2), person('Miner', 3)] as const

function person(name: string, seed: number): Person {
  const privateKey = new Uint8Array(32).fill(seed)
  const publicKey = pubECDSA(privateKey)
  return {
    name,
    privateKey,
    publicKey,
    payment: textOf(p2wpkh(publicKey, regtest)),
    ordinals: textOf(p2tr(pubSchnorr(privateKey), undefined, regtest)),
    nested: textOf(p2sh(p2wpkh(publicKey, regtest), regtest)),
    legacy: textOf(p2pkh(publicKey, regtest)),
  }
}

function textOf({ address = '' }: { readonly address?: string }): string {
  return address
}

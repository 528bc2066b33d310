/** Signs messages as Bitcoin wallets do. Needs `@scure/btc-signer`. */
export async function createMessageSigner(privateKey: Uint8Array): Promise<{
  /** BIP-322 "simple", for P2WPKH and P2TR. */
  readonly bip322: (text: string, isTaproot: boolean) => Uint8Array
  /** The older recoverable signature (BIP-137), for P2WPKH. */
  readonly ecdsa: (text: string) => Uint8Array
}> {
  const btc = await import('@scure/btc-signer')
  const { concatBytes, pubECDSA, pubSchnorr, sha256 } = await import('@scure/btc-signer/utils.js')
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
  const utf8 = (text: string) => new TextEncoder().encode(text)
  const [wpkh, internal] = [btc.p2wpkh(pubECDSA(privateKey)), pubSchnorr(privateKey)]
  const tr = btc.p2tr(internal)

  return {
    bip322(text, isTaproot) {
      const tag = sha256(utf8('BIP0322-signed-message'))
      const digest = sha256(concatBytes(tag, tag, utf8(text)))
      const { script } = isTaproot ? tr : wpkh
      const toSpend = new btc.Transaction({
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
      const toSign = new btc.Transaction({ version: 0, allowUnknownOutputs: true })
      toSign.addInput({
        txid: toSpend.id,
        index: 0,
        sequence: 0,
        witnessUtxo: { script, amount: 0n },
        ...(isTaproot ? { tapInternalKey: internal } : {}),
      })
      toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
      toSign.sign(privateKey)
      toSign.finalize()
      return btc.RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
    },
    ecdsa(text) {
      const message = utf8(text)
      const size = message.length < 253 ? [message.length] : [253, message.length & 255, message.length >> 8]
      const prefix = utf8('\u0018Bitcoin Signed Message:\n')
      const hash = sha256(sha256(concatBytes(prefix, Uint8Array.from(size), message)))
      const bytes = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' })
      // 39 to 42: of P2WPKH.
      return concatBytes(Uint8Array.of(39 + (bytes[0] ?? 0)), bytes.subarray(1))
    },
  }
}

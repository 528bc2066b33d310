import * as ecc from '@bitcoinerlab/secp256k1'
import { Signer, Verifier } from 'bip322-js'
import { address as addresses, initEccLib, networks, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'

initEccLib(ecc)
const pairs = ECPairFactory(ecc)

/**
 * A wallet by bitcoinjs-lib: an independent reading of what the kit asks for. Its address is P2WPKH.
 *
 * @param on The network, as bitcoinjs-lib calls it.
 */
export function createBitcoinjsWallet(
  privateKey: Uint8Array,
  on: 'bitcoin' | 'testnet' | 'regtest' = 'bitcoin',
) {
  const network = networks[on]
  const key = pairs.fromPrivateKey(privateKey, { network })
  const { address = '', output = new Uint8Array() } = payments.p2wpkh({ pubkey: key.publicKey, network })
  return {
    address,
    /** In hex. */
    publicKey: Buffer.from(key.publicKey).toString('hex'),
    /** BIP-322, in base64. */
    signMessage: (message: string) => String(Signer.sign(key.toWIF(), address, message)),
    /** Whether it is this wallet's BIP-322 signature. */
    isMessageSigned: (message: string, signature: string) =>
      Verifier.verifySignature(address, message, signature),
    /** A PSBT in base64 that pays from one of its coins. */
    makePsbt: (units: bigint) =>
      new Psbt({ network })
        .addInput({ hash: '11'.repeat(32), index: 0, witnessUtxo: { script: output, value: units + 500n } })
        .addOutput({ address, value: units })
        .toBase64(),
    /** Signs all inputs. */
    signPsbt: (psbt: string) => Psbt.fromBase64(psbt, { network }).signAllInputs(key).toBase64(),
    /** Returns the amount that a transaction (in hex) pays to an address, in satoshi. */
    paidTo(hex: string, recipient: string): bigint {
      const wanted = Buffer.from(addresses.toOutputScript(recipient, network))
      const paid = Transaction.fromHex(hex).outs.filter(({ script }) => wanted.equals(script))
      return paid.reduce((sum, { value }) => sum + value, 0n)
    },
    /** Whether its signature of the first input is valid. */
    isPsbtSigned: (psbt: string) =>
      Psbt.fromBase64(psbt, { network }).validateSignaturesOfInput(0, (publicKey, hash, signature) =>
        pairs.fromPublicKey(publicKey, { network }).verify(hash, signature),
      ),
  }
}

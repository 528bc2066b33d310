import { ed25519 } from '@noble/curves/ed25519.js'

/**
 * Signs a transaction in wire form with one key: its signature goes where its account stands among the signers.
 *
 * @throws TypeError if the key is none of the transaction's signers
 */
export function signTransaction(wire: Uint8Array, secret: Uint8Array): Uint8Array {
  const publicKey = ed25519.getPublicKey(secret)
  const signers = wire[0] ?? 0
  const message = wire.slice(1 + 64 * signers)
  // A version stands before the header's three counts; then comes the number of accounts, which is below 128.
  const start = ((message[0] ?? 0) & 0x80 ? 1 : 0) + 4
  const index = Array.from({ length: signers }, (_, at) => at).find((at) =>
    publicKey.every((byte, place) => message[start + 32 * at + place] === byte),
  )
  if (index === undefined) throw new TypeError('the account signs nothing here')
  const signed = Uint8Array.from(wire)
  signed.set(ed25519.sign(message, secret), 1 + 64 * index)
  return signed
}

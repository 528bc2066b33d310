import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SignParameters } from '../../core/adapter.js'
import { isSessionRequester } from '../../core/walletProtocol.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { askToSign } from './askToSign.js'
import { readProvider, signMessageMethod } from './provider.js'

const before = utf8ToBytes('<Bytes>')
const after = utf8ToBytes('</Bytes>')

/** Asks the wallet to sign a text or bytes, as {@link rawDataOf} writes them. */
export async function signMessage({ provider, address, message, wallet }: SignParameters): Promise<string> {
  const data = rawDataOf(message, provider)
  try {
    return (await askToSign(readProvider(provider), { address, data, type: 'bytes' })).signature
  } catch (error) {
    throw toWalletError(error, { wallet, method: signMessageMethod })
  }
}

/**
 * Writes a text or bytes for a signer. Wallets sign them between `<Bytes>` and `</Bytes>`, so that no message is a
 * transaction; this wraps them itself, since not every wallet does, and a wallet leaves what is wrapped as it is. Over
 * the connection protocol a text is sent as it is: the wallet shows it and wraps it. A text that looks like bytes is
 * wrapped: the wallet would sign those bytes, which may be a transaction.
 */
export function rawDataOf(message: string | Uint8Array, provider: unknown): string {
  const isText = typeof message === 'string'
  if (isText && isSessionRequester(provider) && !/^0x/i.test(message)) return message
  return `0x${bytesToHex(wrap(isText ? utf8ToBytes(message) : message))}`
}

/** Wraps bytes, unless they are wrapped. */
export function wrap(bytes: Uint8Array): Uint8Array {
  const isWrapped =
    bytes.length >= before.length + after.length &&
    before.every((byte, index) => bytes[index] === byte) &&
    after.every((byte, index) => bytes[bytes.length - after.length + index] === byte)
  return isWrapped ? bytes : Uint8Array.of(...before, ...bytes, ...after)
}

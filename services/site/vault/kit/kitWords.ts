import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { asBytes, type Bytes } from '../bytes.js'
import { VaultError } from '../VaultError.js'

/** The words of a kit's 32 bytes: 24 words of BIP-39. They are no words of a wallet. */
export function kitWordsOf(secret: Uint8Array): readonly string[] {
  return entropyToMnemonic(secret, wordlist).split(' ')
}

/**
 * Reads a kit's words as somebody types them: in any case, with any spaces, numbers or commas between. Throws `wrong-secret`, with what is wrong.
 * The caller wipes the bytes.
 */
export function readKitWords(text: string): Bytes {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
  const place = words.findIndex((word) => !wordlist.includes(word))
  if (place !== -1) throw new VaultError('wrong-secret', `word ${place + 1} is none of the list`)
  if (words.length !== 24)
    throw new VaultError('wrong-secret', `a kit has 24 words, these are ${words.length}`)
  try {
    return asBytes(mnemonicToEntropy(words.join(' '), wordlist))
  } catch (cause) {
    throw new VaultError('wrong-secret', 'the words do not belong together; one may be mistaken', { cause })
  }
}

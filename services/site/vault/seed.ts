import { sha256 } from '@noble/hashes/sha2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { asBytes, type Bytes, utf8, wipe } from './bytes.js'

/**
 * Returns the BIP-39 seed (64 bytes) of a wallet's 16 bytes of entropy, without a passphrase. The words exist only as bytes on the way: a text
 * could not be overwritten. The caller wipes the seed.
 */
export async function seedOf(entropy: Uint8Array): Promise<Bytes> {
  const { subtle } = crypto
  const words = wordsAsBytes(entropy)
  const key = await subtle.importKey('raw', words, 'PBKDF2', false, ['deriveBits'])
  wipe(words)
  // The English words are ASCII, which Unicode's normal form leaves as it is.
  const parameters = { name: 'PBKDF2', hash: 'SHA-512', salt: utf8('mnemonic'), iterations: 2_048 }
  return new Uint8Array(await subtle.deriveBits(parameters, key, 512))
}

/** The 12 words of 16 bytes, with spaces between, in ASCII. */
function wordsAsBytes(entropy: Uint8Array): Bytes {
  const checksum = sha256(entropy)
  // Each word stands for 11 bits of the entropy and the first 4 bits of its hash.
  const bits = new Uint8Array(entropy.length + 1)
  bits.set(entropy)
  bits[entropy.length] = checksum[0] ?? 0
  const text = new Uint8Array(12 * 9)
  let length = 0
  for (let word = 0; word < 12; word++) {
    let index = 0
    for (let bit = word * 11; bit < word * 11 + 11; bit++)
      index = (index << 1) | (((bits[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
    if (word > 0) text[length++] = 32
    const letters = wordlist[index] ?? ''
    for (let letter = 0; letter < letters.length; letter++) text[length++] = letters.charCodeAt(letter)
  }
  const words = asBytes(text.slice(0, length))
  wipe(bits, checksum, text)
  return words
}

import { wipe } from '../site/vault/bytes.js'
import { readKitWords } from '../site/vault/kit/kitWords.js'
import { openKit, type RevealedWallet, revealWallet } from '../site/vault/kit/openKit.js'
import { readKit } from '../site/vault/kit/printKit.js'

export type RecoveredWallet = RevealedWallet & {
  /** When the wallet was made, in epoch milliseconds. */
  readonly createdAt: number
}

/**
 * Opens a kit without any server.
 *
 * @param file The text of the kit's file, what a camera read of its code, or the lines of its print.
 * @param words The kit's 24 words, in any case and with anything between them.
 * @throws `VaultError`: `wrong-secret` with what is wrong with the words, `damaged` with what is wrong with the file
 */
export async function recoverWallet(file: string, words: string): Promise<RecoveredWallet> {
  const kit = readKit(file)
  const secret = readKitWords(words)
  try {
    const { entropy, createdAt } = await openKit(kit, secret)
    const revealed = await revealWallet(entropy)
    wipe(entropy)
    return { ...revealed, createdAt }
  } finally {
    wipe(secret)
  }
}

import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Addresses, deriveAccounts } from '../accounts.js'
import { asBytes, type Bytes, concat, wipe } from '../bytes.js'
import { unlockSlot } from '../slotLock.js'
import { VaultError } from '../VaultError.js'
import { openContents, openVaultKey } from '../vault.js'
import type { VaultContents } from '../vaultBytes.js'
import type { Kit } from './Kit.js'

/**
 * Opens the vault in a kit's file with the kit's 32 bytes, without any server.
 *
 * @throws `wrong-secret` if the words are of another kit; `damaged` if somebody changed the file
 */
export async function openKit(kit: Kit, secret: Bytes): Promise<VaultContents> {
  const { project, wallet, addresses, slot } = kit
  const place = { project, wallet }
  const halves = { client: asBytes(secret.slice()), server: new Uint8Array() }
  const where = { place, id: slot.id, type: 'kit' as const, addresses }
  const privateKey = await unlockSlot(where, halves, slot.locked, 'wrong-secret')
  const frame = { place, ...kit }
  const vaultKey = await openVaultKey(privateKey, frame, { ...slot, type: 'kit' })
  try {
    const contents = await openContents(vaultKey, frame, kit.vault)
    const isListed = contents.slots.some(
      ({ id, publicKey }) => id === slot.id && publicKey === slot.publicKey,
    )
    if (isListed) return contents
    wipe(contents.entropy)
    throw new VaultError('damaged', 'the kit is none of the vault’s')
  } finally {
    wipe(vaultKey)
  }
}

/** What a person needs to use a wallet elsewhere, as other wallets take it. */
export type RevealedWallet = {
  readonly addresses: Addresses
  /** The 12 words of BIP-39. */
  readonly words: string
  readonly privateKeys: {
    /** 0x and 64 digits. */
    readonly eip155: string
    /** The key pair in base58. */
    readonly solana: string
  }
}

/** The 12 words of a wallet's entropy. At once, so that no locking meanwhile changes them. */
export function wordsOf(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist)
}

/** Writes a wallet's words and private keys as texts, for the eyes of its owner. */
export async function revealWallet(entropy: Uint8Array): Promise<RevealedWallet> {
  const words = wordsOf(entropy)
  const keys = await deriveAccounts(entropy)
  const pair = concat(keys.solana, ed25519.getPublicKey(keys.solana))
  const digits = Array.from(keys.eip155, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const privateKeys = { eip155: `0x${digits}`, solana: base58.encode(pair) }
  wipe(keys.eip155, keys.solana, pair)
  return { addresses: keys.addresses, words, privateKeys }
}

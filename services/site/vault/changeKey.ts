import { ed25519 } from '@noble/curves/ed25519.js'
import { changeText, deletionText, versionText, type WalletVersion } from 'latchkey/protocol'
import { sha256, toText, utf8, wipe } from './bytes.js'
import { derive } from './ciphers.js'

/** The public key with which the server checks that a change comes from somebody who has opened the wallet. */
export async function changeKeyOf(vaultKey: Uint8Array): Promise<string> {
  const secret = await derive(vaultKey, info)
  const publicKey = ed25519.getPublicKey(secret)
  wipe(secret)
  return toText(publicKey)
}

/** Signs the change to a next version with the vault key of the current one. */
export async function proveChange(
  vaultKey: Uint8Array,
  change: {
    readonly project: string
    readonly wallet: string
    readonly over: number
    readonly digest: string
  },
): Promise<string> {
  return sign(vaultKey, changeText(change))
}

/** Signs the deletion of a wallet with its vault key. */
export async function proveDeletion(
  vaultKey: Uint8Array,
  place: { readonly project: string; readonly wallet: string },
): Promise<string> {
  return sign(vaultKey, deletionText(place))
}

async function sign(vaultKey: Uint8Array, text: string): Promise<string> {
  const secret = await derive(vaultKey, info)
  const signature = ed25519.sign(utf8(text), secret)
  wipe(secret)
  return toText(signature)
}

/** The SHA-256 of what a version says, in base64url. */
export async function digestOf(version: WalletVersion): Promise<string> {
  return toText(await sha256(utf8(versionText(version))))
}

const info = 'latchkey change/1'

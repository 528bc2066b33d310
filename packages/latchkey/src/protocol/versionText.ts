import type { WalletVersion } from './http/keys.js'

/** Everything that one version of a wallet says, in a fixed order: both sides make the same text of the same version. */
export function versionText({ epoch, version, addresses, changeKey, vault, slots }: WalletVersion): string {
  return JSON.stringify([
    'version/1',
    ...[epoch, version, addresses.eip155, addresses.solana, changeKey, vault.iv, vault.text],
    slots.map(({ id, type, label, publicKey, locked, sealed, point, credentialId, salt }) => [
      ...[id, type, label, publicKey, locked.iv, locked.text, sealed.enc, sealed.text],
      ...[point ?? '', credentialId ?? '', salt ?? ''],
    ]),
  ])
}

/** The text that a change of a wallet signs. `digest` is the SHA-256 of the next version's {@link versionText} in base64url. */
export function changeText(change: {
  readonly project: string
  readonly wallet: string
  /** The version before. */
  readonly over: number
  readonly digest: string
}): string {
  return `change/1|${change.project}|${change.wallet}|${change.over}|${change.digest}`
}

/** The text that the deletion of a wallet signs. */
export function deletionText(place: { readonly project: string; readonly wallet: string }): string {
  return `delete/1|${place.project}|${place.wallet}`
}

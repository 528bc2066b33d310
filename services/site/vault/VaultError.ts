/**
 * Why something of a wallet did not work:
 *
 * - `damaged`: something that is stored does not fit together, or somebody changed it.
 * - `wrong-secret`: the password, the words or the passkey open something else.
 * - `no-way`: the wallet has no way in of the wanted kind, or not for this device.
 * - `older-version`: the service gives a version that is older than one which this device has seen.
 * - `conflict`: another device or tab was faster; read the wallet again.
 * - `weak-password`: the password is too easy to guess.
 */
export type VaultErrorCode =
  | 'damaged'
  | 'wrong-secret'
  | 'no-way'
  | 'older-version'
  | 'conflict'
  | 'weak-password'

export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code: VaultErrorCode

  constructor(code: VaultErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options)
    this.code = code
  }
}

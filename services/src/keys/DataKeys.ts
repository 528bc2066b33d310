/** A user of one project. */
export type UserRef = { readonly project: string; readonly user: string }

/**
 * The encryption of stored data (envelope encryption): a key wrapper outside the database wraps a key for each project, that wraps one for each user,
 * and that encrypts rows with AES-256-GCM. `about` names the row and its meaning (`keys_slots|<wallet>|<slot>|<version>`), so that a text that is moved
 * to another row does not open.
 */
export type DataKeys = {
  /** Gives a user a key, unless there is one. Only where a user's data begin: anywhere else it would bring a deleted user back. */
  begin(owner: UserRef): Promise<void>
  /** Encrypts for a user. Throws `KeyDestroyedError` if the user has no key. */
  seal(owner: UserRef, about: string, bytes: Uint8Array): Promise<string>
  /** Throws `SealedTextError` if the text was made for another row or is damaged, and `KeyDestroyedError` if its user has no key. */
  open(owner: UserRef, about: string, sealed: string): Promise<Uint8Array>
  /** A keyed hash to find a row by a text (an e-mail address) that is not stored in clear. */
  lookup(project: string, about: string, text: string): Promise<string>
  /** Destroys a user's key: nothing that was sealed for them opens again, in backups too. */
  destroy(owner: UserRef): Promise<void>
}

/** A sealed text does not open: it was made for another row, is damaged, or its user's key is destroyed. */
export class SealedTextError extends Error {
  override readonly name: string = 'SealedTextError'
}

/** The user has no key: the account was deleted. */
export class KeyDestroyedError extends SealedTextError {
  override readonly name = 'KeyDestroyedError'
}

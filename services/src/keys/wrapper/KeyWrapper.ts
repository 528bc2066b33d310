/**
 * Wraps keys with a key that is outside the database: a file, HashiCorp Vault, a cloud's key service. A copy of the database opens nothing
 * without it.
 */
export type KeyWrapper = {
  /** Wraps a key with the newest version of the wrapper's key. The text says which wrapper made it. */
  wrap(key: Uint8Array): Promise<string>
  /** @throws {@link WrapperError} */
  unwrap(wrapped: string): Promise<Uint8Array>
  /** Wraps the same key again with the newest version of the wrapper's key, so that an older one can be destroyed. */
  rewrap(wrapped: string): Promise<string>
  /** Rejects while the wrapper cannot be used. */
  health(): Promise<void>
}

/** A wrapper that makes its own keys, as opposed to a service in which the operator makes them. */
export type RenewableWrapper = KeyWrapper & {
  /** Makes a new key, which wraps from now on. */
  renew(): Promise<void>
  /** Destroys all keys but the newest: nothing that they wrapped opens again. */
  forgetOld(): Promise<void>
}

/** A wrapper failed. The message contains neither an address nor a key. */
export class WrapperError extends Error {
  override readonly name: string = 'WrapperError'
}

/** The wrapper does not answer, or not now: the same call can succeed later. */
export class WrapperUnreachable extends WrapperError {
  override readonly name = 'WrapperUnreachable'
}

import type { DataKeys, UserRef } from '../../keys/DataKeys.js'

/** The owner of what is stored for people who have no account yet: texts of flows and of mails, which live for minutes. */
export function pendingOwner(project: string): UserRef {
  return { project, user: 'login' }
}

/** Encrypts a value as JSON. */
export function sealJson(keys: DataKeys, owner: UserRef, about: string, value: unknown): Promise<string> {
  return keys.seal(owner, about, Buffer.from(JSON.stringify(value)))
}

/** Opens what {@link sealJson} made; the caller names the type that was sealed under `about`. */
export async function openJson<value>(
  keys: DataKeys,
  owner: UserRef,
  about: string,
  sealed: string,
): Promise<value> {
  return JSON.parse(Buffer.from(await keys.open(owner, about, sealed)).toString('utf8'))
}

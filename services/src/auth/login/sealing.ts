import type { DataKeys, UserRef } from '../../keys/DataKeys.js'

/** The owner of what is stored for people who have no account yet: texts of flows and of mails, which live for minutes. */
function pendingOwner(project: string): UserRef {
  return { project, user: 'login' }
}

/** Encrypts a value of somebody who has no account yet, as JSON. */
export async function sealPending(
  keys: DataKeys,
  project: string,
  about: string,
  value: unknown,
): Promise<string> {
  const owner = pendingOwner(project)
  // Nobody deletes this owner.
  await keys.begin(owner)
  return keys.seal(owner, about, Buffer.from(JSON.stringify(value)))
}

/** Opens what {@link sealPending} made; the caller names the type that was sealed under `about`. */
export async function openPending<value>(
  keys: DataKeys,
  project: string,
  about: string,
  sealed: string,
): Promise<value> {
  return JSON.parse(Buffer.from(await keys.open(pendingOwner(project), about, sealed)).toString('utf8'))
}

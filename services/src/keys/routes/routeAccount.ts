import { createHash } from 'node:crypto'
import {
  deleteAccount,
  deleteAccountBody,
  deletionText,
  emptyBody,
  getAudit,
  noteExport,
  putRendezvous,
  putRendezvousBody,
  takeRendezvous,
  takeRendezvousBody,
} from 'latchkey/protocol'
import type { App } from '../../shared/app.js'
import { HttpError } from '../../shared/HttpError.js'
import { KeyDestroyedError, type UserRef } from '../DataKeys.js'
import type { KeysParts } from '../Parts.js'
import { isSigned } from './isSigned.js'
import { charge, keysRoute, needFreshLogin, noteRefusal, walletOf } from './keysRoute.js'

/** Most entries of the log that a visitor gets. */
const mostEntries = 100
/** Most bytes of the body with a message of the longest kind. */
const messageSize = 400_000

/** Serves the account's log, exports, deletion, and the place where two surfaces meet. */
export function routeAccount(app: App, parts: KeysParts): void {
  const { wallets, audit, deletions, shortLived, tell } = parts

  keysRoute(app, parts, { endpoint: noteExport, body: emptyBody }, async ({ owner, login }) => {
    const row = await walletOf(parts, owner)
    needFreshLogin(parts, login)
    await charge(parts, row.wallet, 'export')
    await audit.append(row, { event: 'exported' })
    await tell(owner, { type: 'exported' })
    return {}
  })

  keysRoute(app, parts, { endpoint: getAudit, body: emptyBody }, async ({ owner }) => ({
    entries: [...(await audit.read(await walletOf(parts, owner), mostEntries))],
  }))

  keysRoute(
    app,
    parts,
    { endpoint: deleteAccount, body: deleteAccountBody },
    async ({ owner, login, body }) => {
      needFreshLogin(parts, login)
      // Also an account without a wallet has a user's key.
      const row = await wallets.begin(owner).catch((error: unknown) => {
        if (!(error instanceof KeyDestroyedError)) throw error
      })
      // Another call has deleted the account since this one was admitted.
      if (row === undefined) return {}
      // A deletion that has begun was proven, and what it would be proven with may be gone.
      const current = row.isDeleting ? undefined : await wallets.read(row)
      if (current !== undefined && !isSigned(deletionText(row), current.version.changeKey, body.proof)) {
        await noteRefusal(parts, row, { event: 'refused' })
        throw new HttpError('FORBIDDEN', {
          message: 'The deletion is not signed with the wallet’s key: open the wallet first',
        })
      }
      // Told first: afterwards nobody knows the address any more.
      await tell(owner, { type: 'deleted' })
      await deletions.delete(row)
      return {}
    },
  )

  keysRoute(
    app,
    parts,
    { endpoint: putRendezvous, body: putRendezvousBody, size: messageSize },
    async ({ owner, body: { place, seq, text } }) => {
      await charge(parts, nameOf(owner), 'message')
      if (!(await shortLived.putMessage(placeOf(owner, place), seq, text))) throw new HttpError('CONFLICT')
      return {}
    },
  )

  keysRoute(
    app,
    parts,
    { endpoint: takeRendezvous, body: takeRendezvousBody },
    async ({ owner, body: { place, from } }) => ({
      messages: [...(await shortLived.takeMessages(placeOf(owner, place), from))],
    }),
  )
}

/** Only surfaces of one user meet. */
function placeOf(owner: UserRef, place: string): string {
  return `${nameOf(owner)}|${place}`
}

/** A name for a user's limits and places that is not the user's id. */
function nameOf({ project, user }: UserRef): string {
  return createHash('sha256')
    .update(JSON.stringify([project, user]))
    .digest('base64url')
}

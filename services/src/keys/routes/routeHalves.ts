import {
  emptyBody,
  makeChallenge,
  makeHalf,
  makeHalfBody,
  releaseHalf,
  releaseHalfBody,
} from 'latchkey/protocol'
import type { App } from '../../shared/app.js'
import { HttpError } from '../../shared/HttpError.js'
import { messageOf } from '../../shared/log.js'
import { evaluate } from '../oprf.js'
import { type KeysParts, PasskeyError } from '../Parts.js'
import { sealHalf } from '../sealHalf.js'
import type { SlotRow } from '../store/slots.js'
import type { WalletRow } from '../store/wallets.js'
import { checkPolicy } from './checkPolicy.js'
import { charge, keysRoute, needFreshLogin, noteRefusal, walletOf } from './keysRoute.js'

/**
 * What a release counts as. Neither guesses at a password nor halves of slots that a session is about to add use up what the wallet's owner
 * needs to open it: any session can ask for these.
 */
function releaseOf({ wallet }: WalletRow, slot: SlotRow, key: string) {
  if (!slot.isKept) return [`${wallet} ${key}`, 'release'] as const
  return [wallet, slot.type === 'password' ? 'guess' : 'release'] as const
}

/** Serves making and releasing the server's halves of slots, and challenges for passkeys. */
export function routeHalves(app: App, parts: KeysParts): void {
  const { context, wallets, slots, audit, shortLived, passkeys, handleOf } = parts

  keysRoute(app, parts, { endpoint: makeChallenge, body: emptyBody }, async ({ owner }) => {
    const { wallet } = await walletOf(parts, owner)
    await charge(parts, wallet, 'challenge')
    return {
      challenge: await shortLived.makeChallenge(wallet),
      rpId: new URL(parts.siteUrl).hostname,
      userHandle: await handleOf(owner),
    }
  })

  keysRoute(
    app,
    parts,
    { endpoint: makeHalf, body: makeHalfBody },
    async ({ owner, login, project, body: { wallet: known, slot, type, key, registration } }) => {
      // Only who makes the first way in begins a wallet: one that is changed was perhaps deleted meanwhile.
      const row = await (known === undefined ? wallets.begin(owner) : walletOf(parts, owner))
      if (known !== undefined && known !== row.wallet)
        throw new HttpError('NOT_FOUND', { details: 'no such wallet' })
      if (row.isDeleting) throw new HttpError('CONFLICT', { message: 'The account is being deleted' })
      // Of each session: one that adds nothing in the end must not use up what others need.
      await charge(parts, `${row.wallet} ${login.key}`, 'half')
      if (type === 'operator') {
        if (context.settings.keysConvenience !== '1')
          throw new HttpError('FORBIDDEN', { message: 'The operator offers no such slot' })
        needFreshLogin(parts, login)
      }
      if ((type === 'passkey') !== (registration !== undefined))
        throw new HttpError('INVALID_BODY', { details: 'registration: only a passkey has one' })
      const useChallenge = (challenge: string) => shortLived.useChallenge(row.wallet, challenge)
      const credential =
        registration &&
        (await passkeys
          .checkRegistration({ project, useChallenge }, registration)
          .catch((error: unknown) => refuse(row, slot, error)))
      const made = await slots.make(row, { id: slot, type, key: login.key }, credential)
      if (made === undefined) throw new HttpError('CONFLICT', { message: 'The slot or its passkey is taken' })
      const { wallet } = row
      if (made.half === undefined) return { wallet }
      const place = { project: owner.project, wallet, slot, key: login.key, epoch: 'new' as const }
      return { wallet, half: await seal(key, place, made.half) }
    },
  )

  keysRoute(
    app,
    parts,
    { endpoint: releaseHalf, body: releaseHalfBody },
    async ({ owner, login, project, body }) => {
      const row = await walletOf(parts, owner)
      const slot = await slots.find(row, body.slot)
      if (slot === undefined || !(await isOffered(row, slot, { ...body, ownKey: login.key })))
        throw new HttpError('NOT_FOUND', { details: 'no such slot in this epoch' })
      if (!(await shortLived.useRequest(body.key))) {
        await noteRefusal(parts, row, { event: 'replayed', slot: body.slot })
        throw new HttpError('UNAUTHORIZED', { message: 'The key of a request is used once' })
      }
      await checkPolicy(parts, { row, slot, login, project, body }).catch((error: unknown) =>
        refuse(row, slot.slot, error),
      )
      await charge(parts, ...releaseOf(row, slot, login.key))
      const half = await slots.openHalf(row, slot)
      const evaluated = await evaluatedOf(row, slot, body.blinded)
      const place = { ...owner, wallet: row.wallet, slot: slot.slot, key: login.key, epoch: body.epoch }
      const sealed = await seal(body.key, place, half)
      // No half leaves without an entry.
      await audit.append(row, { event: 'half-released', slot: slot.slot })
      await slots.use(row, slot.slot)
      return { half: sealed, ...(evaluated === undefined ? {} : { evaluated }) }
    },
  )

  /** Whether a slot may be asked for: one of the current epoch, or one that this session is about to add. */
  async function isOffered(
    row: WalletRow,
    slot: SlotRow,
    asked: { readonly epoch: number; readonly isPending?: boolean | undefined; readonly ownKey: string },
  ): Promise<boolean> {
    if (slot.isKept && asked.epoch === row.epoch) return true
    if (asked.isPending !== true) return false
    if (slot.isKept) return wallets.hasPending(row, asked.ownKey, asked.epoch)
    return slot.ownerKey === asked.ownKey
  }

  async function evaluatedOf(row: WalletRow, slot: SlotRow, blinded = ''): Promise<string | undefined> {
    if (slot.type !== 'password') return undefined
    const scalar = await slots.openEvaluator(row, slot)
    const evaluated = evaluate(scalar, Buffer.from(blinded, 'base64url'))
    if (evaluated === undefined) throw new HttpError('INVALID_BODY', { details: 'blinded: is no element' })
    return Buffer.from(evaluated).toString('base64url')
  }

  async function seal(key: string, place: Parameters<typeof sealHalf>[1], half: Uint8Array) {
    const sealed = await sealHalf(key, place, half)
    half.fill(0)
    if (sealed === undefined) throw new HttpError('INVALID_BODY', { details: 'key: is no point of P-256' })
    return sealed
  }

  /** Notes why a request was refused, and refuses it. */
  async function refuse(row: WalletRow, slot: string, error: unknown): Promise<never> {
    const isRefusal = error instanceof PasskeyError || (error instanceof HttpError && error.status === 403)
    if (!isRefusal) throw error
    await noteRefusal(parts, row, { event: 'refused', slot })
    context.log.info('keys.refused', { project: row.project, reason: messageOf(error) })
    if (error instanceof HttpError) throw error
    throw new HttpError('FORBIDDEN', { message: 'The passkey does not count', cause: error })
  }
}

import type { Adapter } from '../../core/adapter.js'
import { isSameAddress } from '../../core/addresses.js'
import { type Intent, isOpen, isTransfer, move, type Tracked } from '../../core/intent.js'
import type { Asked } from '../../core/transfers.js'
import { within } from '../../core/within.js'
import { accountError } from '../../protocol/accountErrors.js'
import { namespaceOf } from '../../protocol/caip.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { isLoadFailure } from '../../protocol/isLoadFailure.js'
import { saysNotDone } from '../../protocol/saysNotDone.js'
import { walletError } from '../../protocol/walletErrors.js'
import { isContract } from '../account/isContract.js'
import { accountOf } from '../account/state.js'
import { walletProvider } from '../connection/walletProvider.js'
import type { Kit } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { dropTracked, keepTracked } from './asked.js'
import { forgetUnanswered, noteUnanswered } from './unanswered.js'

/** How long a wallet may take to report its network and accounts. It does not ask its user for that. */
const patience = 10_000

/**
 * Asks the wallet for what an intent says. In this order: the account must still be the intent's; the wallet says where
 * it is, which must be where the intent is; that the wallet is asked is kept; the wallet is asked.
 *
 * @throws `REVIEW_OUTDATED`, `WALLET_NETWORK_DIFFERS`, `WALLET_ACCOUNT_DIFFERS`, `WALLET_TIMED_OUT`, `CODE_UNLOADED`,
 *   and `STORAGE_UNAVAILABLE` where a transfer cannot be kept and is not marked so (`isUnstored`): nothing was asked.
 *   What `request` throws: a clear refusal as it is. `SEND_UNCONFIRMED` after anything else: the intent is `unknown`.
 */
export async function askWallet<answer>(
  kit: Kit,
  intent: Intent,
  { prepare, request, isWanted = () => true, makeRoom }: askWallet.Parameters<answer>,
): Promise<{ readonly answer: answer; readonly tracked: Tracked }> {
  const { wallet } = intent
  const namespace = namespaceOf(intent.networkId)
  const adapter = kit.adapters.get(namespace)
  const asked = await prepare?.()
  const onAsked = ({ id }: { readonly id: number }) => keepRequestId(kit, intent, id)
  const provider = await walletProvider(kit, { namespace }, onAsked)
  confirmAccount(kit, intent)
  if (adapter !== undefined) await confirmWallet(kit, adapter, provider, intent)
  confirmAccount(kit, intent)
  // No step may stand between this check and the request: the visitor may have left or cancelled while the wallet was
  // read.
  if (!isWanted()) throw accountError('REVIEW_OUTDATED')
  const made: Tracked = { intent, status: 'made' }
  const tracked = move(made, 'asked', { askedAt: kit.clock.now(), ...(asked === undefined ? {} : { asked }) })
  if (!keep(kit, tracked, makeRoom)) throw new KitError('STORAGE_UNAVAILABLE')
  if (intent.kind !== 'transfer') noteUnanswered(kit, intent)
  try {
    const answer = await request(provider, asked)
    forgetUnanswered(kit, [intent.id])
    return { answer, tracked: intent.kind === 'transfer' ? move(tracked, 'sent') : tracked }
  } catch (cause) {
    forgetUnanswered(kit, [intent.id])
    // A signature moves no money, so the wallet may be asked again whatever it said.
    if (intent.kind !== 'transfer' || saysNotDone(cause)) {
      dropTracked(kit, tracked)
      throw cause
    }
    const error = accountError('SEND_UNCONFIRMED', { slots: { wallet }, cause, details: wordsOf(cause) })
    const { open = [] } = kit.store.getState().intent ?? {}
    // Unless the visitor has given it up.
    const kept = open.find((one) => one.intent.id === intent.id && isOpen(one))
    // What the wallet has altered is told besides: it may have put that on the chain itself.
    const told = isKitError(cause, 'TRANSFER_ALTERED') ? cause : error
    const more = { error: toErrorState(told), requestId: kept?.requestId }
    if (kept) keepTracked(kit, move(tracked, 'unknown', more))
    throw error
  }
}

export declare namespace askWallet {
  type Parameters<answer> = {
    /** The facts by which the kit later finds out what became of the request. */
    readonly prepare?: (() => Promise<Asked>) | undefined
    readonly request: (provider: unknown, asked: Asked | undefined) => Promise<answer>
    /** Whether the visitor still wants it. The kit checks this immediately before it asks the wallet. */
    readonly isWanted?: (() => boolean) | undefined
    /** Deletes stored data that can be spared, when the browser has no room for the transfer. */
    readonly makeRoom?: (() => void) | undefined
  }
}

/** Keeps the id by which the answer to a transfer's request is known, should it come after a reload. */
function keepRequestId(kit: Kit, { id }: Intent, requestId: number): void {
  const tracked = kit.store.getState().intent?.open.find(({ intent }) => intent.id === id)
  if (tracked !== undefined && isTransfer(tracked)) keepTracked(kit, { ...tracked, requestId })
}

/** Whether a reload will find the request, or the visitor has been told that it will not. */
function keep(kit: Kit, tracked: Tracked, makeRoom: (() => void) | undefined): boolean {
  if (keepTracked(kit, tracked)) return true
  makeRoom?.()
  if (keepTracked(kit, tracked) || (isTransfer(tracked) && tracked.intent.isUnstored)) return true
  dropTracked(kit, tracked)
  return false
}

/** The wallet's own words, for the developer. */
function wordsOf(cause: unknown): string {
  const { code, details, message } = cause as { code?: unknown; details?: unknown; message?: unknown }
  return [code, details ?? message]
    .filter((word) => word !== undefined)
    .join(': ')
    .slice(0, 300)
}

/** @throws `REVIEW_OUTDATED` where another account, network or wallet is in use than the intent's. */
function confirmAccount(kit: Kit, { kind, networkId, account, connectorId }: Intent): void {
  const now = accountOf(kit.store.getState(), namespaceOf(networkId))
  // An app may name another of the connected accounts than the active one.
  const isOwn = kind === 'request' ? now?.addresses.includes(account) : now?.address === account
  if (!isOwn || now?.networkId !== networkId || now.connectorId !== connectorId)
    throw accountError('REVIEW_OUTDATED')
}

/** The wallet may have gone to another network or account without saying so. */
async function confirmWallet(kit: Kit, adapter: Adapter, provider: unknown, intent: Intent) {
  const { networkId, account, wallet } = intent
  const late = () => accountError('WALLET_TIMED_OUT', { slots: { wallet } })
  try {
    const now = await within(kit.clock, patience, adapter.walletState(provider), late)
    if (now.networkId !== networkId && (await isBound(kit, intent)))
      throw accountError('WALLET_NETWORK_DIFFERS', { slots: { wallet } })
    // The visitor may have chosen another of the wallet's accounts here than the wallet's own first one.
    const namespace = namespaceOf(networkId)
    const isOwn = (address: string) =>
      isSameAddress(kit, { address, namespace }, { address: account, namespace })
    if (!now.addresses.some(isOwn)) throw accountError('WALLET_ACCOUNT_DIFFERS', { slots: { wallet } })
  } catch (error) {
    if (isKitError(error)) throw error
    // The wallet was not asked: the code that reads it is missing.
    if (isLoadFailure(error)) throw accountError('CODE_UNLOADED', { cause: error })
    throw walletError('WALLET_ANSWER_INVALID', { cause: error })
  }
}

/**
 * Whether a request may be made on its own network only. A key's signature holds on every network; a contract's may not
 * (ERC-1271, ERC-7739), and what cannot be read may be a contract (docs/decisions/272).
 */
async function isBound(kit: Kit, { kind, networkId, account: address }: Intent): Promise<boolean> {
  if (kind === 'transfer' || kind === 'request') return true
  return (await isContract(kit, { networkId, address })) !== false
}

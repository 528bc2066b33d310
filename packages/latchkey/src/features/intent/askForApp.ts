import { isSameAddress } from '../../core/addresses.js'
import { deepCopy } from '../../core/deepCopy.js'
import { initialIntentState } from '../../core/intent.js'
import { readNetworkId } from '../../core/networkIds.js'
import { defineSlot } from '../../core/slots.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isRecord } from '../../protocol/checks.js'
import { isKitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { Account } from '../account/state.js'
import { isModalShown } from '../isModalShown.js'
import type { Kit } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { dropTracked } from './asked.js'
import { askWallet } from './askWallet.js'
import { leaveModal } from './leaveModal.js'
import { plainIntent } from './plainIntent.js'
import { untilRefused } from './refuseMethod.js'
import { rpcError, toRpcError } from './rpcError.js'
import type { AppRequest, WalletAccess } from './WalletAccess.js'

/** The ids of the connectors whose wallet gets a request now, before the request is in the state. */
const askingSlot = defineSlot<Set<string>>('intent.asking')

/**
 * Asks the wallet for what the app wants and the visitor must approve, by the pipeline: one at a time, seen from every
 * screen until it is answered, and only while the wallet is where the kit says it is. What the wallet answers, or fails
 * with, reaches the app as it is.
 *
 * @throws {ProviderRpcError} 4100 for an account, 4901 for a network that is not the connected one, -32002 while
 *   another request is open; -32603 where the wallet cannot say where it is, or {@link refuseMethod} ended it.
 */
export async function askForApp(
  kit: Kit,
  account: Account,
  { provider }: WalletAccess,
  asked: AppRequest,
): Promise<unknown> {
  // The app may change its objects while the wallet is read.
  const request = deepCopy(asked, Object.freeze)
  const address = accountFor(kit, account, request)
  const intent = plainIntent(kit, { ...account, address }, { kind: 'request', ...request })
  const asking = kit.slots.ensure(askingSlot, () => new Set())
  const { open } = kit.store.getState().intent ?? initialIntentState
  const other = open.find(
    ({ intent: { kind, connectorId } }) => kind === 'request' && connectorId === account.connectorId,
  )
  if (other !== undefined || asking.has(account.connectorId)) {
    // The visitor can give up a request that the modal shows.
    if (other !== undefined && !isModalShown(kit))
      openModal(kit, { view: { name: 'WalletSendStatus', parameters: { id: other.intent.id } } })
    throw toRpcError(walletError('REQUEST_ALREADY_PENDING', { slots: { wallet: intent.wallet } }))
  }
  asking.add(account.connectorId)
  const leave = leaveModal(kit, intent)
  try {
    const answer = await untilRefused(kit, ask())
    leave('success')
    return answer
  } catch (error) {
    // `refuseMethod` has opened the modal to show the refusal.
    if (!isKitError(error, 'REQUEST_ABORTED')) leave('error')
    throw toRpcError(error)
  }

  /** The wallet may still answer a refused request, so it stays visible until then. */
  async function ask(): Promise<unknown> {
    let isAsked = false
    try {
      const { answer, tracked } = await askWallet(kit, intent, {
        request() {
          isAsked = asking.delete(account.connectorId)
          const { method, params } = intent
          // A copy, because some wallets write into what they get.
          return provider.request(deepCopy(params === undefined ? { method } : { method, params }))
        },
      })
      dropTracked(kit, tracked)
      return answer
    } finally {
      if (!isAsked) asking.delete(account.connectorId)
    }
  }
}

/** Returns the account of a request: the connected account that the request names, else the active one. */
function accountFor(
  kit: Kit,
  { address, addresses, networkId, namespace }: Account,
  { method, params }: AppRequest,
): string {
  const { from, chainId } = claimsOf(method, params)
  const isOne = (one: string, other: string) =>
    isSameAddress(kit, { address: one, namespace }, { address: other, namespace })
  const own = from === undefined ? address : addresses.find((one) => isOne(one, from))
  if (own === undefined) throw rpcError(4100, accountError('REVIEW_OUTDATED', { details: `from ${from}` }))
  if (chainId !== undefined && readNetworkId(kit, chainId, namespace) !== networkId) {
    throw rpcError(4901, accountError('REVIEW_OUTDATED', { details: `chainId ${String(chainId)}` }))
  }
  return own
}

/** Returns the account and the network that a request names. Each method has them at another place. */
function claimsOf(method: string, params: unknown): { readonly from?: string; readonly chainId?: unknown } {
  const [first, second] = Array.isArray(params) ? params : [params]
  // EIP-712 requests begin with the address; EIP-191 ones end with it.
  if (method.startsWith('eth_signTypedData')) return claims(isAddress(first) ? first : second)
  if (method === 'personal_sign')
    return claims(isAddress(second) ? second : isAddress(first) ? first : undefined)
  if (!isRecord(first)) return {}
  const { from, account, address, pubkey, chainId } = first
  return { ...claims(from ?? account ?? address ?? pubkey), ...(chainId === undefined ? {} : { chainId }) }
}

/** The methods above are EIP-1193's, whose addresses look like this (docs/decisions/138). */
const isAddress = (value: unknown) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
const claims = (from: unknown) => (typeof from === 'string' ? { from } : {})

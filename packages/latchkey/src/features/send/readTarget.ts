import { isSameAddress } from '../../core/addresses.js'
import { parseAmount } from '../../protocol/amounts/parseAmount.js'
import {
  isLinkOf,
  type PaymentLinks,
  type PaymentRequest,
  parsePaymentLink,
} from '../../protocol/amounts/parsePaymentLink.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { cleanText } from '../../protocol/schema/text.js'
import { isNameLike } from '../account/resolveName.js'
import type { Account } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { amountInput, sendablesOf } from './sendPlan.js'
import { initialSendState, type RecipientFault } from './state.js'

type Target =
  | {
      readonly reason: RecipientFault
      readonly detail?: string
      readonly networkId?: CaipNetworkId
    }
  | { readonly name: string }
  | { readonly name?: undefined; readonly address: string }

/** Returns the recipient that a text names. A payment link also fills in its amount and token: all of it or nothing. */
export function readTarget(
  kit: Kit,
  links: PaymentLinks | undefined,
  text: string,
  account: Account,
): Target {
  // A name of another family would lead to an address of that family.
  const hasNames = kit.adapters.get(account.namespace)?.names !== undefined
  const parsed = parsePaymentLink(text, { namespace: account.namespace, links })
  if (parsed.status === 'refused') {
    if (hasNames && isNameLike(text)) return hasHidden(text) ? { reason: 'nameHidden' } : { name: text }
    if (parsed.reason === 'checksum') return { reason: 'checksum' }
    if (parsed.reason === 'amount') return { reason: 'linkAmount' }
    const isLink = links !== undefined && isLinkOf(links, text)
    if (!isLink && parsed.reason !== 'unsupported') return { reason: 'malformed' }
    return { reason: 'linkUnsupported', ...(parsed.detail && { detail: parsed.detail }) }
  }
  const { request } = parsed
  const isOfThisNetwork = request.networkId === undefined || request.networkId === account.networkId
  if (!isOfThisNetwork && request.networkId !== undefined) {
    // The link is not applied in part: half of a payment request is a different payment.
    const network = networkOf(kit.store.getState(), request.networkId)
    return network === undefined
      ? { reason: 'linkForeign', detail: request.networkId }
      : {
          reason: 'linkNetwork',
          detail: network.name,
          // A network of another family has another account, which may not be connected.
          ...(network.chainNamespace === account.namespace ? { networkId: network.caipNetworkId } : {}),
        }
  }
  if (request.namespace !== account.namespace) return { reason: 'malformed' }
  const fault = text.includes(':') ? applyRequest(kit, account, request) : undefined
  if (fault === 'linkToken') return { reason: fault, detail: request.tokenAddress ?? '' }
  if (fault !== undefined) return { reason: fault }
  return hasNames && isNameLike(request.recipient)
    ? { name: request.recipient }
    : { address: request.recipient }
}

/** What joins or styles emoji (`👩‍🚀`, `1️⃣`); it is a part of many names, and is seen as one picture. */
const emojiParts =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})[\u{200d}\u{fe0f}]+|[\d#*]\u{fe0f}\u{20e3}/gu

/** Whether a name has invisible characters, which make it look like another name. */
function hasHidden(name: string): boolean {
  const rest = name.replace(emojiParts, '')
  return cleanText(rest, 255) !== rest
}

/** Fills in what a link asks for. If the account does not have it, it returns the fault and changes nothing. */
function applyRequest(
  kit: Kit,
  account: Account,
  { recipient, tokenAddress, units, amount }: PaymentRequest,
): 'linkToken' | 'linkAmount' | undefined {
  const state = kit.store.getState()
  const network = networkOf(state, account.networkId)
  if (network === undefined) return 'linkToken'
  // The link names only a recipient, so the typed amount and its token stay.
  if (tokenAddress === undefined && units === undefined && amount === undefined) {
    update(kit, 'send', (send = initialSendState) => ({ ...send, text: recipient }))
    return undefined
  }
  const { namespace } = account
  const isOne = (one: string | undefined, other: string | undefined) =>
    one !== undefined &&
    other !== undefined &&
    isSameAddress(kit, { address: one, namespace }, { address: other, namespace })
  const wanted = sendablesOf(state, account, network).find(
    ({ contract }) => contract === tokenAddress || isOne(contract, tokenAddress),
  )
  if (wanted === undefined) return 'linkToken'
  const { decimals } = wanted
  // Reckoned like a typed amount: nothing is sent unless the token on the chain has these decimals.
  const read = amount === undefined ? undefined : parseAmount(amount, decimals)
  if (read?.status === 'refused') return 'linkAmount'
  const asked = read?.units ?? units
  update(kit, 'send', (send = initialSendState) => ({
    ...send,
    // The field shows the recipient instead of the link.
    text: recipient,
    token: wanted.token.address,
    isMax: false,
    isFiat: false,
    // The typed amount was meant for another token.
    amount: asked === undefined ? '' : amountInput(asked, decimals, state.locale.tag),
  }))
  return undefined
}

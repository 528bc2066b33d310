import type { ErrorState } from '../../core/ErrorState.js'
import { isStoredOpenTransfer } from '../../core/isStoredOpenTransfer.js'
import type { FeeQuote } from '../../core/transfers.js'
import type { CaipAddress, CaipNetworkId } from '../../protocol/caip.js'
import { isNetworkId } from '../../protocol/caip.js'
import { isDecimals, isRecord } from '../../protocol/checks.js'
import type { StorageItem } from '../../protocol/storageItems.js'
import type { Sent } from '../account/Sent.js'

/** A warning about a recipient's address. */
export type RecipientWarning =
  /** Nothing was sent to it from here before. */
  | 'firstTime'
  /** It is the account that sends. */
  | 'self'
  /** It is a contract, which may not be able to give anything back. */
  | 'contract'
  /** It is a contract, and nobody is known to have a key to it. */
  | 'keyless'
  /** It is the contract of a token: what is sent there is lost. */
  | 'token'
  /** It is the zero address or a similar one that has no owner. */
  | 'nobodys'
  /** Its name led to another address when it was typed. */
  | 'nameChanged'
  /** It looks like an address that was sent to before, and is another one. */
  | 'lookalike'

/** Why a text is not a valid recipient. */
export type RecipientFault =
  | 'malformed'
  | 'checksum'
  | 'unknownName'
  /** A name has characters that cannot be seen. */
  | 'nameHidden'
  | 'unreachable'
  /** A payment link asks for a token that the account's list does not have. */
  | 'linkToken'
  /** … for another network of the host's. */
  | 'linkNetwork'
  /** … for a network that the host does not offer. */
  | 'linkForeign'
  /** … for more than a payment. */
  | 'linkUnsupported'
  /** … for an amount that cannot be read exactly. */
  | 'linkAmount'

export type Recipient =
  | { readonly status: 'empty' | 'pending' }
  | {
      readonly status: 'invalid'
      readonly reason: RecipientFault /** Which token or network. */
      readonly detail?: string | undefined
      /** Where a link leads that can be followed by a switch: `followLinkNetwork`. */
      readonly networkId?: CaipNetworkId | undefined
    }
  | {
      readonly status: 'valid'
      readonly address: string
      /** The name that was resolved to it. */
      readonly name?: string | undefined
      readonly warnings: readonly RecipientWarning[]
      /** The known address that it looks like. */
      readonly lookalike?: string | undefined
    }

/** What it costs. */
export type Fee =
  | { readonly status: 'idle' | 'pending' }
  | { readonly status: 'error'; readonly error: ErrorState }
  | ({ readonly status: 'ready' } & FeeQuote)

/** The form that sends: what the visitor has chosen and typed so far, and what was found out about it. */
export type SendState = {
  /** The token's CAIP-10 id; absent for the network's own coin. */
  readonly token?: CaipAddress | undefined
  /** As typed. */
  readonly amount: string
  /** Whether the amount is typed in US dollars. */
  readonly isFiat: boolean
  /** Whether all is sent that can be: the amount follows the fee. */
  readonly isMax: boolean
  /** The name of the chosen speed, in families that have several. */
  readonly speed?: string | undefined
  /** As typed: an address, a name or a payment link. */
  readonly text: string
  readonly recipient: Recipient
  /** The end of the recipient's address as the visitor has typed it, to say that it is meant and not its look-alike. */
  readonly confirmation?: string | undefined
  readonly fee: Fee
  /** The account is a contract that may be paid for: whether it can pay the fee itself is not checked (spec §5). */
  readonly isFeeUnchecked: boolean
  /**
   * The browser could not store the transfer, so that the wallet was not asked. Sent once more, it is asked all the
   * same.
   */
  readonly isUnstored?: true | undefined
  /** The review is being made, which may take some seconds. */
  readonly isMaking?: true | undefined
  /** The wallet has been asked and has not answered. */
  readonly isWaiting: boolean
  readonly error?: ErrorState | undefined
}

export const initialSendState: SendState = {
  amount: '',
  isFiat: false,
  isMax: false,
  text: '',
  recipient: { status: 'empty' },
  fee: { status: 'idle' },
  isFeeUnchecked: false,
  isWaiting: false,
}

export type { Sent } from '../account/Sent.js'

/** How many are kept, the newest of them. All that wait for a block are kept besides. */
const sentLimit = 30

/** Those that are kept, the newest first. */
export function newestOf(all: readonly Sent[]): readonly Sent[] {
  let left = sentLimit - all.filter(isWaiting).length
  return [...all].sort((a, b) => b.sentAt - a.sentAt).filter((one) => isWaiting(one) || left-- > 0)
}

export const isWaiting = ({ status }: Sent): boolean => status === 'pending'

/** The transfers sent from this browser, newest first. They are stored, so that a reload finds them. */
export const sentItem: StorageItem<readonly Sent[]> = {
  name: 'latchkey.sent',
  version: 1,
  read: (value) => (Array.isArray(value) ? newestOf(value.filter(isSent)) : undefined),
}

function isSent(value: unknown): value is Sent {
  if (!isRecord(value)) return false
  const { kind, id, hash, networkId, from, to, name, symbol, decimals, units, iconUrl, sentAt, status } =
    value
  const { tokenAddress, nonce, replacedBy, intentId, origin } = value
  const isText = (text: unknown, length: number) => typeof text === 'string' && text.length <= length
  const isOptional = (text: unknown, length: number) => text === undefined || isText(text, length)
  return (
    (kind === 'transaction' || kind === 'calls') &&
    isText(id, 8194) &&
    isOptional(hash, 100) &&
    isOptional(intentId, 100) &&
    (origin === undefined || isStoredOpenTransfer(origin)) &&
    isNetworkId(networkId) &&
    isText(from, 128) &&
    isText(to, 128) &&
    isOptional(name, 255) &&
    isText(symbol, 32) &&
    isDecimals(decimals) &&
    typeof units === 'string' &&
    /^\d{1,78}$/.test(units) &&
    isOptional(tokenAddress, 300) &&
    isOptional(iconUrl, 24_000) &&
    Number.isFinite(sentAt) &&
    (nonce === undefined || Number.isSafeInteger(nonce)) &&
    isOptional(replacedBy, 100) &&
    ['pending', 'confirmed', 'failed', 'replaced', 'lost'].includes(String(status))
  )
}

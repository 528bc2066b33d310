import type { CaipNetworkId } from 'latchkey/protocol'
import { isChainEntry } from '../chainEntry.js'

/** An API of one kind that an operator names for a chain. */
export type ApiEntry = {
  readonly chainId: CaipNetworkId
  readonly kind: string
  /** Calls per second that the API allows. */
  readonly perSecond: number
  /** Set if the operator did not say the rate. */
  readonly isUsualRate?: boolean
  readonly url: string
}

/** The parts of an entry such as `bip122:…=https://ord.example`, or with a rate `bip122:…=ord@50:https://ord.example`. */
function partsOf(text: string, kind: string) {
  const pattern = new RegExp(`^([^=]+)=(?:${kind}(?:@(\\d{1,4}(?:\\.\\d{1,2})?))?:)?(https?://\\S+)$`)
  const [, chainId = '', rate, url = ''] = pattern.exec(text) ?? []
  return { chainId, rate, url }
}

/** Whether an entry names an API of this kind for a chain of the family. */
export function isApiEntry(text: string, namespace: string, kind: string): text is string {
  const { chainId, rate, url } = partsOf(text, kind)
  return chainId.startsWith(`${namespace}:`) && isChainEntry(`${chainId}=${url}`) && Number(rate ?? 1) > 0
}

/** The API of a chain; `undefined` if the operator names none. `usual` counts where the entry says no rate. */
export function apiOf(
  entries: readonly string[],
  chainId: CaipNetworkId,
  kind: string,
  usual: number,
): ApiEntry | undefined {
  const found = entries.map((text) => partsOf(text, kind)).find((parts) => parts.chainId === chainId)
  if (found === undefined) return undefined
  const { rate, url } = found
  return rate === undefined
    ? { chainId, kind, perSecond: usual, isUsualRate: true, url }
    : { chainId, kind, perSecond: Number(rate), url }
}

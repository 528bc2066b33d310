import { isNamespace } from '../caip.js'
import {
  type Check,
  either,
  isFilledText,
  isRecord,
  isText,
  listOf,
  must,
  optional,
  shape,
} from '../checks.js'
import { toWebLink } from '../schema/link.js'
import type { NetworkInput } from './Network.js'

const isChainId = (value: unknown) =>
  typeof value === 'string' ? value !== '' : Number.isSafeInteger(value) && Number(value) > 0
const isDecimals = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 36
export const anything = () => []

export const isSocketAddress = must(
  (value) =>
    typeof value === 'string' &&
    /^wss?:/.test(value) &&
    toWebLink(value.replace(/^ws/, 'http')) !== undefined,
  'must be a wss address',
)
export const isWebLink = must((value) => toWebLink(value) !== undefined, 'must be an https address')
/** Checks a node's address: HTTP or WebSocket. */
export const isNodeAddress = either(isWebLink, isSocketAddress)
const nodes: Check = (value, path) =>
  shape(
    {
      http: listOf(isNodeAddress, isRecord(value) && value.webSocket ? 0 : 1),
      webSocket: optional(listOf(isSocketAddress)),
    },
    { isOpen: true },
  )(value, path)

/** The required members of a host's network. Members that the kit does not read may have any value. */
export const networkChecks = {
  id: must(isChainId, 'must be a chain id'),
  name: isFilledText,
  chainNamespace: optional(must(isNamespace, 'must be a namespace that the kit speaks')),
  caipNetworkId: optional(isText),
  deprecatedCaipNetworkId: optional(isText),
  nativeCurrency: shape(
    { name: isText, symbol: isText, decimals: must(isDecimals, 'must be a number from 0 to 36') },
    { isOpen: true },
  ),
  rpcUrls: shape({ default: nodes }, { isOpen: true }),
  blockExplorers: anything,
  contracts: anything,
  testnet: anything,
  assets: anything,
} as const satisfies { readonly [name in keyof NetworkInput]-?: Check }

import { isNamespace } from '../caip.js'
import { type Check, isFilledText, isText, listOf, must, optional, shape } from '../checks.js'
import { toWebLink } from '../schema/link.js'
import type { NetworkInput } from './Network.js'

const isChainId = (value: unknown) =>
  typeof value === 'string' ? value !== '' : Number.isSafeInteger(value) && Number(value) > 0
const isDecimals = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 36
const anything = () => []

/** What a host's network must have. Members that the kit does not read may be anything. */
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
  rpcUrls: shape(
    {
      default: shape(
        {
          http: listOf(
            must((url) => toWebLink(url) !== undefined, 'must be an https address'),
            1,
          ),
        },
        { isOpen: true },
      ),
    },
    { isOpen: true },
  ),
  blockExplorers: anything,
  contracts: anything,
  testnet: anything,
  assets: anything,
} as const satisfies { readonly [name in keyof NetworkInput]-?: Check }

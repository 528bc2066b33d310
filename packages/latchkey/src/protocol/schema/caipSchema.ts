import * as v from 'valibot'
import { accountAddressPattern, type CaipAddress, type CaipNetworkId, isNetworkId } from '../caip.js'
import { parseCaipAddress } from '../parseCaipAddress.js'

/** A CAIP-2 chain id. */
export const networkId = v.custom<CaipNetworkId>(isNetworkId, 'must be a CAIP-2 chain id')

/** A CAIP-10 account id, also of a contract: `eip155:1:0xab…`. */
export const caipAddress = v.custom<CaipAddress>(
  (value) => parseCaipAddress(value) !== undefined,
  'must be a CAIP-10 account id',
)

/** The address of an account or a contract on its chain, in its family's format. */
export const plainAddress = v.pipe(v.string(), v.regex(accountAddressPattern))

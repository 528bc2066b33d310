import type { CaipNetworkId } from '../../protocol/caip.js'
import { formatSiwxMessage } from '../message/formatSiwxMessage.js'
import { expectations, messageOf, testStore } from '../testing.js'
import { verifySiwx } from './verifySiwx.js'

export const solana: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoin: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
export const regtest: CaipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
export const testnet: CaipNetworkId = 'bip122:000000000933ea01ad0ee984209779ba'
export const polkadot: CaipNetworkId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
export const secret = new Uint8Array(32).fill(7)
export const other = new Uint8Array(32).fill(9)

export type Sign = (text: string) => string

/** Verifies a message that `sign` signed, and returns the account, or the reason why it was refused. */
export async function outcome(chainId: CaipNetworkId, address: string, sign: Sign): Promise<string> {
  const store = testStore()
  const text = formatSiwxMessage(messageOf({ address, chainId }, store))
  return verifySiwx({
    message: text,
    signature: sign(text),
    expected: expectations(store, { chainIds: [solana, bitcoin, testnet, regtest, polkadot] }),
  }).then(
    ({ account }) => account,
    (error: { readonly reason?: string }) => error.reason ?? String(error),
  )
}

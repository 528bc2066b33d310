import { contracts } from './contracts.js'

/** Returns environment variables with which the services find names and prices on local chains. */
export function servicesSettings(chainIds: readonly number[]): { readonly [variable: string]: string } {
  const onEach = (address: string) => chainIds.map((id) => `eip155:${id}=${address}`).join(',')
  return {
    LATCHKEY_ENS: onEach(contracts.universalResolver),
    LATCHKEY_SWAP_ROUTERS: onEach(contracts.router),
    LATCHKEY_STABLECOINS: onEach(contracts.dollar),
  }
}

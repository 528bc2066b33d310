import type { CaipNetworkId } from 'latchkey/protocol'

/** What the wallet knows about a chain that it serves, from the operator's settings. */
export type Chain = {
  readonly id: CaipNetworkId
  readonly name: string
  readonly coin: { readonly symbol: string; readonly decimals: number }
  /** Accounts of this chain may delegate to the code of a smart account (EIP-7702). */
  readonly hasSmartAccounts?: boolean | undefined
  readonly hasBundler?: boolean | undefined
  /** A paymaster pays for operations, if it agrees. */
  readonly hasPaymaster?: boolean | undefined
  /** The universal resolver of the chain's names (ENS). */
  readonly nameResolver?: string | undefined
  /** Contracts of tokens that `wallet_getAssets` lists. */
  readonly tokens?: readonly string[] | undefined
}

/** How an account of eip155 behaves; both have the same address. */
export type AccountType = 'eoa' | 'smartAccount'

/** The number of an eip155 chain. */
export function chainNumber(id: CaipNetworkId): number {
  return Number(id.slice(id.indexOf(':') + 1))
}

import type { Hex } from 'viem'
import { type AccountType, type Chain, chainNumber } from './Chain.js'
import { quantity } from './hex.js'

/**
 * What `wallet_getCapabilities` answers (EIP-5792), by chain id in hex.
 *
 * - `atomic`: a smart account carries out all calls or none; another account becomes one when the visitor agrees.
 * - `permissions` (ERC-7715): the wallet's own promise, for the page that asks.
 * - A paymaster of an app is not used: the wallet calls no address that an app names.
 */
export function capabilitiesOf(
  chains: readonly Chain[],
  type: AccountType,
  wanted: readonly unknown[] | undefined,
): { readonly [chainId: Hex]: object } {
  const isWanted = (id: number) =>
    wanted === undefined || wanted.some((one) => typeof one === 'string' && Number(one) === id)
  const entries = chains
    .map((chain) => ({ chain, id: chainNumber(chain.id) }))
    .filter(({ id }) => isWanted(id))
    .map(({ chain, id }) => [quantity(id), capabilitiesOn(chain, type)])
  return Object.fromEntries(entries)
}

function capabilitiesOn({ hasSmartAccounts }: Chain, type: AccountType): object {
  const status = !hasSmartAccounts ? 'unsupported' : type === 'smartAccount' ? 'supported' : 'ready'
  return {
    atomic: { status },
    permissions: { supported: true, signerTypes: ['wallet'], permissionTypes },
  }
}

/** The types of permissions that `wallet_grantPermissions` takes (ERC-7715). */
const permissionTypes = [
  'native-token-transfer',
  'native-token-recurring-allowance',
  'erc20-token-transfer',
  'erc20-recurring-allowance',
  'contract-call',
] as const

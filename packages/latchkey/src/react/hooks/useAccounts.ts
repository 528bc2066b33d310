import type { Account } from '../../features/account/state.js'
import { accountsOf, switchAccount } from '../../features/account/switchAccount.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { type Mutation, useMutation } from './useMutation.js'

/**
 * Returns every connected account of every wallet and chain family, those in use first, and a function that selects
 * another one.
 *
 * @example
 * ```tsx
 * const { accounts, mutate: use } = useAccounts()
 * accounts.map((account) => <button onClick={() => use({ account })}>{account.address}</button>)
 * ```
 */
export function useAccounts(): useAccounts.ReturnType {
  const accounts = useKitState(accountsOf)
  return { ...useMutation(useAction(switchAccount)), accounts }
}

export declare namespace useAccounts {
  type Variables = { readonly account: Pick<Account, 'address' | 'namespace'> }
  type ReturnType = Mutation<Variables, void> & { readonly accounts: readonly Account[] }
}

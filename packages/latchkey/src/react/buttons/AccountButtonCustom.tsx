'use client'

import type { ReactNode } from 'react'
import { shortAddress } from '../../core/addresses.js'
import type { Balance } from '../../features/account/state.js'
import { isUnsupportedNetwork } from '../../features/network/isUnsupportedNetwork.js'
import type { CaipAddress } from '../../protocol/caip.js'
import { namespaceOf } from '../../protocol/caip.js'
import { useBalance } from '../hooks/useBalance.js'
import { useConnection } from '../hooks/useConnection.js'
import { useIdentity } from '../hooks/useIdentity.js'
import { useKitState } from '../hooks/useKitState.js'
import { useModal } from '../hooks/useModal.js'
import { useKit } from '../KitContext.js'

/**
 * An account button that you render. Hidden while no wallet is connected, like the built-in one.
 *
 * @example
 * ```tsx
 * <AccountButtonCustom>
 *   {({ name, avatar, shortAddress, balance, open }) => (
 *     <button onClick={open}>
 *       {avatar ? <img src={avatar} alt="" width={24} /> : null} {name ?? shortAddress} {balance?.amount}
 *     </button>
 *   )}
 * </AccountButtonCustom>
 * ```
 */
export function AccountButtonCustom({ children }: AccountButtonCustom.Props): ReactNode {
  const kit = useKit()
  const { open } = useModal()
  const connection = useConnection()
  const identity = useIdentity()
  const { data: balance } = useBalance()
  const isUnsupported = useKitState((state) => isUnsupportedNetwork(kit, state))
  const { address, addresses, caipAddress } = connection
  if (address === undefined || addresses === undefined || caipAddress === undefined) return null
  return children({
    ...connection,
    ...identity,
    address,
    addresses,
    caipAddress,
    shortAddress: shortAddress(kit, { address, namespace: namespaceOf(caipAddress) }),
    balance,
    isUnsupported,
    open: () => open(isUnsupported ? { view: { name: 'UnsupportedChain' } } : {}),
    openAccounts: () => open({ view: { name: 'Accounts' } }),
  })
}

export declare namespace AccountButtonCustom {
  type Props = { readonly children: (state: RenderState) => ReactNode }
  type RenderState = Omit<useConnection.ReturnType, 'address' | 'addresses' | 'caipAddress'> &
    useIdentity.ReturnType & {
      readonly address: string
      /** Every account that the wallet has granted, the one in use first. */
      readonly addresses: readonly string[]
      readonly caipAddress: CaipAddress
      /** The address, shortened like in the built-in button. */
      readonly shortAddress: string
      readonly balance: Balance | undefined
      /** True if the wallet is on a network that you do not offer. */
      readonly isUnsupported: boolean
      /** Opens the account, or the screen for an unsupported network. */
      readonly open: () => void
      /** Opens the list of connected accounts. */
      readonly openAccounts: () => void
    }
}

'use client'

import { type ReactElement, useState } from 'react'
import { accountOf, type Balance } from '../../features/account/state.js'
import type { Kit, State } from '../../features/Kit.js'
import { isUnsupportedNetwork } from '../../features/network/isUnsupportedNetwork.js'
import { floorDecimals } from '../../protocol/formatUnits.js'
import { truncateAddress } from '../../protocol/truncateAddress.js'
import { useBalance } from '../hooks/useBalance.js'
import { useKitState } from '../hooks/useKitState.js'
import { useModal } from '../hooks/useModal.js'
import { useKit } from '../KitContext.js'
import { useButtonText } from '../locales/useButtonText.js'
import { deepActiveElement, openerKey } from '../modal/useFocusScope.js'
import { Avatar } from '../ui/Avatar/Avatar.js'
import { Icon } from '../ui/Icon/Icon.js'
import { HostButton } from './HostButton.js'

/** The connected account: avatar, address and balance; opens the account screen. Nothing while nobody is connected. */
export function AccountButton({
  isDisabled,
  balance = 'show',
  leading,
  trailing,
}: AccountButton.Props): ReactElement | null {
  const kit = useKit()
  const text = useButtonText()
  const { open } = useModal()
  const account = useKitState((state) => accountOf(state))
  const isUnsupported = useKitState((state) => isUnsupportedNetwork(kit, state))
  const amount = useKitState((state) => shownAmount(accountBalance(state)))
  const [takesFocus] = useState(() => account !== undefined && replacesFocused(kit))
  if (account === undefined) return null
  if (isUnsupported) {
    return (
      <HostButton
        name="account-button"
        label={text('button.switchNetwork')}
        variant="secondary"
        state="warning"
        isDisabled={isDisabled}
        onClick={() => open({ view: { name: 'UnsupportedChain' } })}
      >
        <Icon name="warning" />
        {text('button.switchNetwork')}
      </HostButton>
    )
  }
  const address = truncateAddress(account.address, leading, trailing)
  // All that can be read on the button is in its name: it is called by what is read (WCAG 2.5.3).
  const shown = balance === 'show' && amount !== undefined ? `${amount} ${address}` : address
  return (
    <HostButton
      name="account-button"
      label={text('button.account', { address: shown })}
      variant="secondary"
      isDisabled={isDisabled}
      takesFocus={takesFocus}
      onClick={() => open()}
    >
      {balance === 'show' ? <ButtonBalance /> : null} <Avatar address={account.address} size={24} />
      <span className="host-button-address">{address}</span>
    </HostButton>
  )
}

export declare namespace AccountButton {
  type Props = {
    readonly isDisabled?: boolean | undefined
    /** @default 'show' */
    readonly balance?: 'show' | 'hide' | undefined
    /** How many of the address's first characters show. @default 4 */
    readonly leading?: number | undefined
    /** How many of its last. @default 6 */
    readonly trailing?: number | undefined
  }
}

/** Whether the connect button that this one takes the place of has the focus, or would get it back from the modal. */
function replacesFocused({ live }: Kit): boolean {
  if (typeof document === 'undefined') return false
  const focused = (live.get(openerKey) as Element | null | undefined) ?? deepActiveElement(document)
  const root = focused?.getRootNode()
  return root instanceof ShadowRoot && root.host.closest('[data-latchkey="connect-button"]') !== null
}

function ButtonBalance() {
  const { data } = useBalance()
  const amount = shownAmount(data)
  return amount === undefined ? null : <span className="host-button-balance">{amount}</span>
}

function accountBalance(state: State): Balance | undefined {
  const account = accountOf(state)
  return account && state.account.balances[account.caipAddress]
}

function shownAmount(balance: Balance | undefined): string | undefined {
  if (balance?.status !== 'success') return undefined
  return `${floorDecimals(balance.amount, 3)} ${balance.symbol}`
}

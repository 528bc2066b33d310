'use client'

import { type ReactElement, useState } from 'react'
import { shortAddress } from '../../core/addresses.js'
import { accountOf, type Balance } from '../../features/account/state.js'
import type { Kit, State } from '../../features/Kit.js'
import { isUnsupportedNetwork } from '../../features/network/isUnsupportedNetwork.js'
import { localNumber } from '../../protocol/amounts/localNumber.js'
import { floorDecimals } from '../../protocol/formatUnits.js'
import { useBalance } from '../hooks/useBalance.js'
import { useKitState } from '../hooks/useKitState.js'
import { useModal } from '../hooks/useModal.js'
import { useKit } from '../KitContext.js'
import { useButtonText } from '../locales/useButtonText.js'
import { deepActiveElement, openerSlot } from '../modal/useFocusScope.js'
import { Avatar } from '../ui/Avatar/Avatar.js'
import { Icon } from '../ui/Icon/Icon.js'
import { Picture } from '../ui/Picture/Picture.js'
import { HostButton } from './HostButton.js'
import { useButtonPicture } from './useButtonPicture.js'

/**
 * Shows the connected account's avatar, address and balance; opens the account screen. Hidden while no wallet is
 * connected.
 */
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
  const amount = useKitState((state) => shownAmount(accountBalance(state), state.locale.tag))
  const [takesFocus] = useState(() => account !== undefined && replacesFocused(kit))
  const picture = useButtonPicture(account)
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
  const address = shortAddress(kit, account, leading, trailing)
  // The accessible name contains all visible text (WCAG 2.5.3).
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
      {balance === 'show' ? <ButtonBalance /> : null}{' '}
      <Avatar address={account.address} src={picture} size={24} />
      <span className="host-button-address">{address}</span>
    </HostButton>
  )
}

export declare namespace AccountButton {
  type Props = {
    readonly isDisabled?: boolean | undefined
    /** @default 'show' */
    readonly balance?: 'show' | 'hide' | undefined
    /** The number of characters shown from the address's start. @default 4 */
    readonly leading?: number | undefined
    /** The number of characters shown from the address's end. @default 6 */
    readonly trailing?: number | undefined
  }
}

/** Checks whether the connect button that this one replaces has the focus, or would get it back from the modal. */
function replacesFocused({ slots }: Kit): boolean {
  if (typeof document === 'undefined') return false
  const focused = slots.get(openerSlot) ?? deepActiveElement(document)
  const root = focused?.getRootNode()
  return root instanceof ShadowRoot && root.host.closest('[data-latchkey="connect-button"]') !== null
}

function ButtonBalance() {
  const { data } = useBalance()
  const locale = useKitState((state) => state.locale.tag)
  const image = useKitState((state) => {
    const account = accountOf(state)
    return account && state.options.tokens?.[account.networkId]?.image
  })
  const amount = shownAmount(data, locale)
  return amount === undefined ? null : (
    <span className="host-button-balance">
      {image === undefined ? null : <Picture src={image} fallback="coin" size={20} shape="round" />}
      {amount}
    </span>
  )
}

function accountBalance(state: State): Balance | undefined {
  const account = accountOf(state)
  return account && state.account.balances[account.caipAddress]
}

function shownAmount(balance: Balance | undefined, locale: string): string | undefined {
  if (balance?.status !== 'success') return undefined
  return `${localNumber(floorDecimals(balance.amount, 3), locale)} ${balance.symbol}`
}

'use client'

import type { ReactElement } from 'react'
import { activeNamespace } from '../../features/network/state.js'
import { useKitState } from '../hooks/useKitState.js'
import { useLazy } from '../hooks/useLazy.js'
import { useModal } from '../hooks/useModal.js'
import { useButtonText } from '../locales/useButtonText.js'
import { Spinner } from '../ui/Spinner/Spinner.js'
import type { AccountButton } from './AccountButton.js'
import { HostButton } from './HostButton.js'

/**
 * The one button most apps need: connects, and once connected shows the account.
 *
 * @example
 * ```tsx
 * <ConnectButton label="Connect" />
 * ```
 */
export function ConnectButton({
  label,
  loadingLabel,
  isDisabled,
  balance,
}: ConnectButton.Props): ReactElement {
  const text = useButtonText()
  const { open } = useModal()
  const { status, known, isAttempting } = useKitState((state) => {
    const { status, known, attempt } = state.connection
    const namespace = activeNamespace(state)
    const isAttempting = attempt?.status === 'pending'
    // What a server knew by its cookies, until another wallet is asked.
    return { status: status[namespace], isAttempting, known: isAttempting ? null : known?.[namespace] }
  })
  const isConnected = status === 'connected'
  // Loaded while the visitor still confirms in the wallet, so that it is there when they come back.
  const Account = useLazy<AccountButton.Props>(loadAccountButton, isConnected || isAttempting, ignore)
  if (isConnected && Account !== undefined) return <Account isDisabled={isDisabled} balance={balance} />
  const isBusy = isConnected || status === 'connecting' || isAttempting
  const shown = isBusy
    ? (known ?? loadingLabel ?? text('button.connecting'))
    : (label ?? text('button.connect'))
  return (
    <HostButton
      name="connect-button"
      label={shown}
      variant="primary"
      isDisabled={isDisabled}
      isBusy={isBusy}
      onClick={() => open()}
    >
      {isBusy ? <Spinner size="md" /> : null}
      {shown}
    </HostButton>
  )
}

export declare namespace ConnectButton {
  type Props = {
    /** @default 'Connect wallet' */
    readonly label?: string | undefined
    /** What it says while a wallet is being asked. @default 'Connecting…' */
    readonly loadingLabel?: string | undefined
    readonly isDisabled?: boolean | undefined
    /** Whether the connected button shows the balance. @default 'show' */
    readonly balance?: 'show' | 'hide' | undefined
  }
}

function loadAccountButton() {
  return import('./AccountButton.js').then((module) => module.AccountButton)
}

// The button goes on saying that it connects; a later render tries again.
function ignore() {}

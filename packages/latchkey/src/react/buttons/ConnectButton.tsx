'use client'

import type { ReactElement } from 'react'
import { isAsking } from '../../features/connection/state.js'
import { activeNamespace } from '../../features/network/state.js'
import { isLeftForApps } from '../device.js'
import { useKitState } from '../hooks/useKitState.js'
import { useLazy } from '../hooks/useLazy.js'
import { useModal } from '../hooks/useModal.js'
import { useButtonText } from '../locales/useButtonText.js'
import { Spinner } from '../ui/Spinner/Spinner.js'
import type { AccountButton } from './AccountButton.js'
import { HostButton } from './HostButton.js'

/**
 * The only button that most apps need: it connects, then shows the account.
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
  const { isConnected, known, isAttempting, isAwaited } = useKitState((state) => {
    const { status, known, attempt } = state.connection
    const namespace = activeNamespace(state)
    const isAttempting = attempt?.status === 'pending'
    return {
      isConnected: status[namespace] === 'connected',
      isAttempting,
      isAwaited: isAsking(state.connection, namespace, isLeftForApps()),
      // Shows the account that the server read from the cookies, until the visitor asks another wallet.
      known: isAttempting ? null : known?.[namespace],
    }
  })
  // Loads the account button while the visitor confirms in the wallet, so that it is ready when they come back.
  const Account = useLazy<AccountButton.Props>(loadAccountButton, isConnected || isAttempting, ignore)
  if (isConnected && Account !== undefined) return <Account isDisabled={isDisabled} balance={balance} />
  const isBusy = isConnected || isAwaited
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
    /** The label while a wallet is being asked. @default 'Connecting…' */
    readonly loadingLabel?: string | undefined
    readonly isDisabled?: boolean | undefined
    /** Whether the connected button shows the balance. @default 'show' */
    readonly balance?: 'show' | 'hide' | undefined
  }
}

function loadAccountButton() {
  return import('./AccountButton.js').then((module) => module.AccountButton)
}

// The button keeps its connecting label; a later render loads the code again.
function ignore() {}

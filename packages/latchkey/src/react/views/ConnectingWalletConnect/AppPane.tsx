import { useState } from 'react'
import { rememberDeepLink } from '../../../features/wallets/rememberWallet.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import type { WalletPlatform } from '../../../protocol/events.js'
import { useAction } from '../../hooks/useAction.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useWalletImage } from '../../hooks/useImage.js'
import { useIsLate } from '../../hooks/useIsLate.js'
import { useText } from '../../locales/useText.js'
import { openLink, pairingLink } from '../../openLink.js'
import { retryAfter } from '../../styles/timings.js'
import { Button } from '../../ui/Button/Button.js'
import { GetWalletRow } from '../WaitingPane/GetWalletRow.js'
import { Trouble } from '../WaitingPane/Trouble.js'
import { WaitingPane } from '../WaitingPane/WaitingPane.js'
import { PairingFailure } from './QrPane.js'
import { useIsBack } from './useIsBack.js'
import { usePairing } from './usePairing.js'

/** Connects with a wallet's app on this device, or with a web wallet in another tab. */
export function AppPane({ wallet, platform }: AppPane.Props) {
  const text = useText()
  const copy = useCopy()
  const image = useWalletImage(wallet)
  const remember = useAction(rememberDeepLink)
  const { pairing, retry } = usePairing(wallet)
  // On a phone, the tap that opened this screen has already opened the app.
  const [isOpened, setOpened] = useState(platform === 'mobile' && pairing?.uri !== undefined)
  const isLate = useIsLate(retryAfter, isOpened)
  const isBack = useIsBack(isOpened && platform === 'mobile')
  if (pairing?.status === 'error') {
    const onRetry = () => {
      // The new link is not ready within this tap, so the visitor's next tap opens the app.
      setOpened(false)
      retry()
    }
    return <PairingFailure pairing={pairing} onRetry={onRetry} />
  }

  const uri = pairing?.uri
  const base = { mobile: wallet.mobile_link, web: wallet.webapp_link, desktop: wallet.desktop_link }[platform]
  const link = uri === undefined || base === undefined ? undefined : pairingLink(base, uri)
  const open = () => {
    if (link === undefined) return
    openLink(link)
    if (platform === 'mobile') remember(wallet)
    setOpened(true)
  }
  const whatToDo = platform === 'web' ? 'connecting.openTab' : 'connecting.openAndContinue'
  return (
    <>
      <WaitingPane
        image={image}
        state={isOpened ? 'waiting' : 'idle'}
        title={isBack ? text('button.connecting') : text('connecting.continueIn', { name: wallet.name })}
        text={isBack ? '' : text(isLate ? 'connecting.slow' : whatToDo)}
      >
        {(isOpened && !isLate) || isBack ? null : (
          <Button
            variant="primary"
            icon={isLate ? 'refresh' : 'external'}
            disabled={link === undefined}
            onClick={open}
          >
            {isLate ? text('common.retry') : text('connecting.open', { name: wallet.name })}
          </Button>
        )}
        <Button
          variant="quiet"
          icon="copy"
          disabled={uri === undefined}
          onClick={() => uri !== undefined && copy(uri, text('connecting.copied'))}
        >
          {text('connecting.copy')}
        </Button>
      </WaitingPane>
      <Trouble error={pairing?.trouble} />
      <GetWalletRow wallet={wallet} />
    </>
  )
}

export declare namespace AppPane {
  type Props = {
    readonly wallet: Wallet
    readonly platform: Extract<WalletPlatform, 'mobile' | 'web' | 'desktop'>
  }
}

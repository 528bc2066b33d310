import { useState } from 'react'
import type { ViewParameters } from '../../../features/modal/screens.js'
import { isSameWallet } from '../../../features/wallets/connectGroups.js'
import { walletPlatforms } from '../../../features/wallets/walletPlatforms.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import type { WalletPlatform } from '../../../protocol/events.js'
import { isMobileDevice } from '../../device.js'
import { useKitState } from '../../hooks/useKitState.js'
import { type AppText, useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import type { IconName } from '../../ui/Icon/Icon.js'
import { Tabs } from '../../ui/Tabs/Tabs.js'
import { ConnectorPane } from '../WaitingPane/ConnectorPane.js'
import { AppPane } from './AppPane.js'
import sheet from './ConnectingWalletConnect.css.js'
import { QrPane } from './QrPane.js'
import { UnsupportedPane } from './UnsupportedPane.js'

/** Connects with a wallet on another device or in another app; a tab for each way that the wallet supports. */
export function ConnectingWalletConnect({
  parameters,
}: {
  readonly parameters: ViewParameters['ConnectingWalletConnect']
}) {
  useSheet(sheet)
  const text = useText()
  const wallet = parameters?.wallet
  const connector = useKitState(({ connection }) =>
    connection.connectors.find((candidate) => wallet !== undefined && isSameWallet(wallet, candidate)),
  )
  const platforms = walletPlatforms(wallet, { connector, isMobile: isMobileDevice() })
  const [selected, setSelected] = useState<WalletPlatform>(platforms[0])
  const platform = platforms.includes(selected) ? selected : platforms[0]
  const pane = <Pane platform={platform} wallet={wallet} connectorId={connector?.id} />
  return (
    <div className="pairing">
      {platforms.length === 1 ? (
        pane
      ) : (
        <Tabs
          label={text('connecting.ways')}
          tabs={platforms.map((value) => ({ value, ...tabOf(text, value) }))}
          selected={platform}
          onSelect={setSelected}
        >
          {pane}
        </Tabs>
      )}
    </div>
  )
}

type PaneProps = {
  readonly platform: WalletPlatform
  readonly wallet: Wallet | undefined
  readonly connectorId: string | undefined
}

function Pane({ platform, wallet, connectorId }: PaneProps) {
  if (platform === 'browser' && connectorId !== undefined) {
    return <ConnectorPane key={platform} connectorId={connectorId} wallet={wallet} />
  }
  if (wallet === undefined || platform === 'qrcode') return <QrPane wallet={wallet} />
  if (platform === 'unsupported' || platform === 'browser') return <UnsupportedPane wallet={wallet} />
  return <AppPane key={platform} wallet={wallet} platform={platform} />
}

function tabOf(text: AppText, platform: WalletPlatform): { readonly label: string; readonly icon: IconName } {
  switch (platform) {
    case 'browser':
      return { label: text('connecting.browser'), icon: 'browser' }
    case 'desktop':
      return { label: text('connecting.desktop'), icon: 'desktop' }
    case 'web':
      return { label: text('connecting.web'), icon: 'web' }
    case 'mobile':
      return { label: text('connecting.mobile'), icon: 'phone' }
    default:
      return { label: text('connecting.qr'), icon: 'qr' }
  }
}

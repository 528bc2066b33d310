import type { ConnectorInfo } from '../../../core/connector.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import { useWalletImage } from '../../hooks/useImage.js'
import { useText } from '../../locales/useText.js'
import { Tile } from '../../ui/Tile/Tile.js'
import type { VirtualGrid } from '../../ui/VirtualGrid/VirtualGrid.js'
import { useChooseWallet } from '../useChooseWallet.js'

/** A wallet in the grid. Its picture is fetched when its row comes into view. */
export function WalletTile({ wallet, connector, focus }: WalletTile.Props) {
  const text = useText()
  const choose = useChooseWallet()
  const image = useWalletImage(wallet)
  const choice =
    connector === undefined
      ? ({ type: 'wallet', wallet } as const)
      : ({ type: 'connector', connector, wallet } as const)
  return (
    <Tile
      name={wallet.name}
      image={image}
      seal={wallet.badge_type === 'certified' ? text('allWallets.certified') : undefined}
      onClick={() => choose(choice)}
      {...focus}
    />
  )
}

export declare namespace WalletTile {
  type Props = {
    readonly wallet: Wallet
    /** The wallet's connector in this page, if it is installed. */
    readonly connector: ConnectorInfo | undefined
    readonly focus: VirtualGrid.ItemFocus
  }
}

import { isSameWallet } from '../../../features/wallets/connectGroups.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import { useWalletImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { Tile } from '../../ui/Tile/Tile.js'
import { useChooseWallet } from '../useChooseWallet.js'

/** A wallet of the grid. Its picture is fetched when its row comes into sight. */
export function WalletTile({ wallet, focus }: WalletTile.Props) {
  const text = useText()
  const choose = useChooseWallet()
  const image = useWalletImage(wallet)
  const connector = useKitState(({ connection }) =>
    connection.connectors.find((candidate) => isSameWallet(wallet, candidate)),
  )
  return (
    <Tile
      name={wallet.name}
      image={image}
      seal={wallet.badge_type === 'certified' ? text('allWallets.certified') : undefined}
      onClick={() =>
        choose(
          connector === undefined ? { type: 'wallet', wallet } : { type: 'connector', connector, wallet },
        )
      }
      {...focus}
    />
  )
}

export declare namespace WalletTile {
  type Props = {
    readonly wallet: Wallet
    readonly focus: { readonly tabIndex: number; readonly onFocus: () => void }
  }
}

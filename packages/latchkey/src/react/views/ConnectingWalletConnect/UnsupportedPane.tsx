import type { Wallet } from '../../../protocol/entities/Wallet.js'
import { useWalletImage } from '../../hooks/useImage.js'
import { useText } from '../../locales/useText.js'
import { GetWalletRow } from '../WaitingPane/GetWalletRow.js'
import { WaitingPane } from '../WaitingPane/WaitingPane.js'

/** Shown for a wallet that exists only as an extension and is not installed in this browser. */
export function UnsupportedPane({ wallet }: { readonly wallet: Wallet }) {
  const text = useText()
  const image = useWalletImage(wallet)
  return (
    <WaitingPane
      image={image}
      state="idle"
      title={text('connecting.notInstalled')}
      text={text('connecting.notInstalledText', { name: wallet.name })}
    >
      <GetWalletRow wallet={wallet} />
    </WaitingPane>
  )
}

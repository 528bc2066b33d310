import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from './Connect.css.js'
import { LegalGate } from './LegalGate.js'
import { useConnectData } from './useConnectData.js'
import { WalletList } from './WalletList.js'

/** The list of wallets as a screen of its own, for hosts that collapse it to a button (`features.collapseWallets`). */
export function ConnectWallets() {
  useSheet(sheet)
  useConnectData()
  return (
    <LegalGate>
      <WalletList />
    </LegalGate>
  )
}

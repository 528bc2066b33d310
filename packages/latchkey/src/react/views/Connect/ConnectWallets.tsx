import { useSheet } from '../../shadow/ShadowMount.js'
import sheet from './Connect.css.js'
import { LegalGate } from './LegalGate.js'
import { useConnectData } from './useConnectData.js'
import { WalletList } from './WalletList.js'

/** The list of wallets alone, where the connect screen has one button in its place (`features.collapseWallets`). */
export function ConnectWallets() {
  useSheet(sheet)
  useConnectData()
  return (
    <LegalGate>
      <WalletList />
    </LegalGate>
  )
}

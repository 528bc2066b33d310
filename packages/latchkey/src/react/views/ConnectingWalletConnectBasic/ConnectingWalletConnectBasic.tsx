import { isMobileDevice } from '../../device.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Rows } from '../../ui/Row/Row.js'
import { AllWalletsRow } from '../Connect/AllWalletsRow.js'
import { useConnectData } from '../Connect/useConnectData.js'
import { WalletList } from '../Connect/WalletList.js'
import sheet from '../ConnectingWalletConnect/ConnectingWalletConnect.css.js'
import { QrPane } from '../ConnectingWalletConnect/QrPane.js'

/** Connects over the connection protocol only, for hosts without an adapter. */
export function ConnectingWalletConnectBasic() {
  useSheet(sheet)
  const text = useText()
  useConnectData()
  if (isMobileDevice()) return <WalletList />
  return (
    <div className="pairing">
      <QrPane wallet={undefined} />
      <Rows label={text('connect.wallets')}>
        <AllWalletsRow />
      </Rows>
    </div>
  )
}

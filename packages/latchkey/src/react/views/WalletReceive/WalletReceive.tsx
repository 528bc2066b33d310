import { accountOf } from '../../../features/account/state.js'
import { pushView } from '../../../features/modal/navigate.js'
import { receiveLink } from '../../../protocol/receiveLink.js'
import { truncateAddress } from '../../../protocol/truncateAddress.js'
import { useAction } from '../../hooks/useAction.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Button } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { QrCode } from '../../ui/QrCode/QrCode.js'
import sheet from '../ConnectingWalletConnect/ConnectingWalletConnect.css.js'

/** The account's address as a code to scan and a text to copy, and on which networks it can be used. */
export function WalletReceive() {
  useSheet(sheet)
  const text = useText()
  const copy = useCopy()
  const push = useAction(pushView)
  const account = useKitState((state) => accountOf(state))
  if (account === undefined) return null
  const { address } = account
  return (
    <div className="pairing">
      <QrCode
        text={receiveLink(account.networkId, address)}
        label={text('receive.qr')}
        logo={<Avatar address={address} size={40} />}
      />
      <p className="pairing-hint">{text('receive.text')}</p>
      <Button variant="primary" icon="copy" onClick={() => copy(address, text('account.copied'))}>
        <bdi dir="ltr">{truncateAddress(address)}</bdi>
      </Button>
      <Button variant="quiet" onClick={() => push({ name: 'WalletCompatibleNetworks' })}>
        {text('receive.networks')}
        <Icon name="chevronRight" size={16} />
      </Button>
    </div>
  )
}

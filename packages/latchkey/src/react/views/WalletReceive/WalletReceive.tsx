import { useEffect, useState } from 'react'
import { receiveLink } from '../../../features/account/receiveLink.js'
import { type Account, accountOf } from '../../../features/account/state.js'
import { pushView } from '../../../features/modal/navigate.js'
import { useAccountPicture } from '../../hooks/useAccountPicture.js'
import { useAction } from '../../hooks/useAction.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Button } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { QrCode } from '../../ui/QrCode/QrCode.js'
import sheet from '../ConnectingWalletConnect/ConnectingWalletConnect.css.js'
import receiveSheet from './WalletReceive.css.js'

/** Shows the account's address as a QR code and as text to copy, and the networks on which it can be used. */
export function WalletReceive() {
  useSheet(sheet)
  useSheet(receiveSheet)
  const text = useText()
  const copy = useCopy()
  const push = useAction(pushView)
  const account = useKitState((state) => accountOf(state))
  const link = useReceiveLink(account)
  const picture = useAccountPicture(account?.caipAddress)
  if (account === undefined) return null
  const { address } = account
  return (
    <div className="pairing">
      <QrCode
        text={link}
        label={text('receive.qr')}
        logo={<Avatar address={address} src={picture} size={40} />}
      />
      <p className="pairing-hint">{text('receive.text')}</p>
      <p className="receive-address">
        <bdi dir="ltr">
          {groupsOf(address).map(({ at, group }) => (
            <span key={at}>{group}</span>
          ))}
        </bdi>
      </p>
      <Button variant="primary" icon="copy" onClick={() => copy(address, text('account.copied'))}>
        {text('account.copy')}
      </Button>
      <Button variant="quiet" onClick={() => push({ name: 'WalletCompatibleNetworks' })}>
        {text('receive.networks')}
        <Icon name="chevronRight" size={16} />
      </Button>
    </div>
  )
}

/** Splits an address into groups that are easy to compare. It adds no spaces: the copied selection is the address. */
function groupsOf(address: string) {
  return [...address.matchAll(/.{1,4}/gu)].map(({ index, 0: group }) => ({ at: index, group }))
}

/** Returns the content of an account's QR code; `undefined` until it is made. */
function useReceiveLink(account: Account | undefined): string | undefined {
  const make = useAction(receiveLink)
  const [made, setMade] = useState<{ readonly of: string; readonly link: string }>()
  const of = account?.caipAddress
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address identifies the account.
  useEffect(() => {
    if (account === undefined || of === undefined) return
    let isGone = false
    void make({ account }).then((link) => isGone || setMade({ of, link }))
    return () => {
      isGone = true
    }
  }, [make, of])
  return made?.of === of ? made?.link : undefined
}

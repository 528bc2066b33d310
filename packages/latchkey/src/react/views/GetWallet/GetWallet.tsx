import { pushView } from '../../../features/modal/navigate.js'
import { recommendedWalletCount } from '../../../protocol/constants.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import { useAction } from '../../hooks/useAction.js'
import { useWalletImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Row, Rows } from '../../ui/Row/Row.js'
import { Skeleton } from '../../ui/Skeleton/Skeleton.js'
import { useConnectData } from '../Connect/useConnectData.js'
import sheet from '../Guide/Guide.css.js'

/** Suggests a few wallets to a visitor who has none, the host's choice first. */
export function GetWallet() {
  useSheet(sheet)
  const text = useText()
  const custom = useKitState(({ options }) => options.customWallets ?? [])
  const push = useAction(pushView)
  const { featured, recommended } = useKitState(({ wallets }) => wallets)
  useConnectData()
  const wallets = [...featured.wallets, ...custom, ...recommended.wallets]
  const offered = wallets.filter(({ id }, index) => wallets.findIndex((wallet) => wallet.id === id) === index)
  const isLoading = recommended.status === 'pending' || featured.status === 'pending'
  return (
    <div className="guide">
      <p className="guide-lead">{text('getWallet.text')}</p>
      {offered.length === 0 && !isLoading ? <Notice icon="wallet" title={text('getWallet.empty')} /> : null}
      <Rows label={text('getWallet.title')}>
        {offered.slice(0, recommendedWalletCount).map((wallet) => (
          <WalletOffer key={wallet.id} wallet={wallet} />
        ))}
        {offered.length === 0 && isLoading ? <Skeletons /> : null}
      </Rows>
      <Button onClick={() => push({ name: 'AllWallets' })}>{text('getWallet.explore')}</Button>
    </div>
  )
}

function WalletOffer({ wallet }: { readonly wallet: Wallet }) {
  const push = useAction(pushView)
  const image = useWalletImage(wallet)
  return (
    <Row
      start={<Picture src={image} fallback="wallet" size={40} />}
      name={wallet.name}
      end={<Icon name="download" size={18} />}
      onClick={() => push({ name: 'Downloads', parameters: { wallet } })}
    />
  )
}

function Skeletons() {
  return Array.from({ length: recommendedWalletCount }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
    <li key={index}>
      <Skeleton shape="row" />
    </li>
  ))
}

import type { ViewParameters } from '../../../features/modal/screens.js'
import { useWalletImage } from '../../hooks/useImage.js'
import { useText } from '../../locales/useText.js'
import { openLink } from '../../openLink.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon, type IconName } from '../../ui/Icon/Icon.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Row, RowIcon, Rows } from '../../ui/Row/Row.js'
import waiting from '../WaitingPane/WaitingPane.css.js'

/** Links to a wallet's extension, apps and site. */
export function Downloads({ parameters: { wallet } }: { readonly parameters: ViewParameters['Downloads'] }) {
  useSheet(waiting)
  const text = useText()
  const image = useWalletImage(wallet)
  const links: readonly {
    readonly href: string | undefined
    readonly name: string
    readonly icon: IconName
  }[] = [
    { href: wallet.chrome_store, name: text('downloads.chrome'), icon: 'browser' },
    { href: wallet.app_store, name: text('downloads.ios'), icon: 'phone' },
    { href: wallet.play_store, name: text('downloads.android'), icon: 'phone' },
    { href: wallet.homepage, name: text('downloads.website'), icon: 'web' },
  ]
  const known = links.flatMap(({ href, ...link }) => (href === undefined ? [] : [{ ...link, href }]))
  if (known.length === 0) {
    return <Notice icon="download" title={text('downloads.none')} text={text('downloads.noneText')} />
  }
  return (
    <div className="waiting">
      <Picture src={image} fallback="wallet" size={64} />
      <div className="waiting-actions">
        <Rows label={text('downloads.list')}>
          {known.map(({ href, name, icon }) => (
            <Row
              key={name}
              start={<RowIcon name={icon} />}
              name={name}
              end={<Icon name="external" size={18} />}
              onClick={() => openLink(href)}
            />
          ))}
        </Rows>
      </div>
    </div>
  )
}

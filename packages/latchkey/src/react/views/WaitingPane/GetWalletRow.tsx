import { pushView } from '../../../features/modal/navigate.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import { isIos } from '../../device.js'
import { useAction } from '../../hooks/useAction.js'
import { isAndroid } from '../../isAndroid.js'
import { useText } from '../../locales/useText.js'
import { openLink } from '../../openLink.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import sheet from './WaitingPane.css.js'

/** "Don't have X?" with a link to get the wallet, on a phone directly to its store. Hidden if no link is known. */
export function GetWalletRow({ wallet }: { readonly wallet: Wallet }) {
  useSheet(sheet)
  const text = useText()
  const push = useAction(pushView)
  if (!hasDownload(wallet)) return null
  const store = isIos() ? wallet.app_store : isAndroid() ? wallet.play_store : undefined
  const get = () =>
    store === undefined ? push({ name: 'Downloads', parameters: { wallet } }) : openLink(store)
  return (
    <div className="get-wallet">
      {text('connecting.noWallet', { name: wallet.name })}
      <Button size="small" onClick={get}>
        {text('connecting.get')}
      </Button>
    </div>
  )
}

function hasDownload({ homepage, chrome_store, app_store, play_store }: Wallet): boolean {
  return [homepage, chrome_store, app_store, play_store].some((link) => link !== undefined)
}

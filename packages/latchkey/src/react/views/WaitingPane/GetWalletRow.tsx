import { pushView } from '../../../features/modal/navigate.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import { useAction } from '../../hooks/useAction.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Button } from '../../ui/Button/Button.js'
import sheet from './WaitingPane.css.js'

/** "Don't have X?", and where to get it; nothing where no link is known. */
export function GetWalletRow({ wallet }: { readonly wallet: Wallet }) {
  useSheet(sheet)
  const text = useText()
  const push = useAction(pushView)
  if (!hasDownload(wallet)) return null
  return (
    <div className="get-wallet">
      {text('connecting.noWallet', { name: wallet.name })}
      <Button size="small" onClick={() => push({ name: 'Downloads', parameters: { wallet } })}>
        {text('connecting.get')}
      </Button>
    </div>
  )
}

function hasDownload({ homepage, chrome_store, app_store, play_store }: Wallet): boolean {
  return [homepage, chrome_store, app_store, play_store].some((link) => link !== undefined)
}

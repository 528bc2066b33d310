import { type Kit, update } from '../Kit.js'
import { replaceView } from './navigate.js'
import type { AccountTab } from './screens.js'

/** Shows another tab of the account, now and when the account shows next, also after the modal was closed. */
export function chooseAccountTab(kit: Kit, { tab }: { readonly tab: AccountTab }): void {
  if (tab === 'activity') {
    const { activeId: network } = kit.store.getState().network
    kit.events.emit({ type: 'CLICK_TRANSACTIONS', network })
  }
  update(kit, 'modal', (modal) => ({ ...modal, accountTab: tab }))
  // The tab that the screen was opened with no longer counts.
  replaceView(kit, { name: 'Account' })
}

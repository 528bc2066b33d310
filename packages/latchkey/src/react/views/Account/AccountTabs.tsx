import { replaceView } from '../../../features/modal/navigate.js'
import type { AccountTab } from '../../../features/modal/state.js'
import { useAction } from '../../hooks/useAction.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { Tabs } from '../../ui/Tabs/Tabs.js'
import { AccountActivity } from './AccountActivity.js'
import { AccountNfts } from './AccountNfts.js'
import { AccountTokens } from './AccountTokens.js'

const panels = { tokens: AccountTokens, nfts: AccountNfts, activity: AccountActivity } as const

/** What the account holds and did, one at a time. Which one is in the history, so that the way back leads to it. */
export function AccountTabs({ selected }: { readonly selected: AccountTab }) {
  const text = useText()
  const { config } = useKit()
  const replace = useAction(replaceView)
  const tabs = [
    { value: 'tokens', label: text('account.tokens'), icon: 'coin' },
    { value: 'nfts', label: text('account.nfts'), icon: 'image' },
    ...(config.features?.history === false
      ? []
      : [{ value: 'activity', label: text('account.activity'), icon: 'clock' } as const]),
  ] as const
  const Panel = panels[selected]
  return (
    <div className="account-tabs">
      <Tabs
        label={text('account.views')}
        tabs={tabs}
        selected={selected}
        onSelect={(tab) => replace({ name: 'Account', parameters: { tab } })}
      >
        <Panel />
      </Tabs>
    </div>
  )
}

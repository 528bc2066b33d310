import { chooseAccountTab } from '../../../features/modal/chooseAccountTab.js'
import type { AccountTab } from '../../../features/modal/screens.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { Tabs } from '../../ui/Tabs/Tabs.js'
import { AccountActivity } from './AccountActivity.js'
import { AccountNfts } from './AccountNfts.js'
import { AccountTokens } from './AccountTokens.js'

const panels = { tokens: AccountTokens, nfts: AccountNfts, activity: AccountActivity } as const

/**
 * The account's assets and activity, one tab at a time. The state has the selected tab, so that going back restores it.
 */
export function AccountTabs({ wanted }: { readonly wanted: AccountTab }) {
  const text = useText()
  const hasHistory = useKitState(({ options }) => options.features?.history !== false)
  const choose = useAction(chooseAccountTab)
  const tabs = [
    { value: 'tokens', label: text('account.tokens'), icon: 'coin' },
    { value: 'nfts', label: text('account.nfts'), icon: 'image' },
    ...(hasHistory ? [{ value: 'activity', label: text('account.activity'), icon: 'clock' } as const] : []),
  ] as const
  // A host may turn the history off after the visitor chose it, or open the account at a tab that is turned off.
  const selected = tabs.find(({ value }) => value === wanted)?.value ?? 'tokens'
  const Panel = panels[selected]
  return (
    <div className="account-tabs">
      <Tabs label={text('account.views')} tabs={tabs} selected={selected} onSelect={(tab) => choose({ tab })}>
        <Panel />
      </Tabs>
    </div>
  )
}

import { useState } from 'react'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { Tabs } from '../../ui/Tabs/Tabs.js'
import { AccountActivity } from './AccountActivity.js'
import { AccountNfts } from './AccountNfts.js'
import { AccountTokens } from './AccountTokens.js'

type Tab = 'tokens' | 'nfts' | 'activity'

const panels = { tokens: AccountTokens, nfts: AccountNfts, activity: AccountActivity } as const

/** What the account holds and did, one at a time. */
export function AccountTabs() {
  const text = useText()
  const { config } = useKit()
  const [selected, setSelected] = useState<Tab>('tokens')
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
      <Tabs label={text('account.views')} tabs={tabs} selected={selected} onSelect={setSelected}>
        <Panel />
      </Tabs>
    </div>
  )
}

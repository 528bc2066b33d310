import { useState } from 'react'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { Tabs } from '../../ui/Tabs/Tabs.js'
import { AccountActivity } from './AccountActivity.js'
import { AccountTokens } from './AccountTokens.js'

type Tab = 'tokens' | 'activity'

/** What the account holds and did, one at a time. */
export function AccountTabs() {
  const text = useText()
  const { config } = useKit()
  const [selected, setSelected] = useState<Tab>('tokens')
  const tabs = [
    { value: 'tokens', label: text('account.tokens'), icon: 'coin' },
    ...(config.features?.history === false
      ? []
      : [{ value: 'activity', label: text('account.activity'), icon: 'clock' } as const]),
  ] as const
  return (
    <div className="account-tabs">
      <Tabs label={text('account.views')} tabs={tabs} selected={selected} onSelect={setSelected}>
        {selected === 'tokens' ? <AccountTokens /> : <AccountActivity />}
      </Tabs>
    </div>
  )
}

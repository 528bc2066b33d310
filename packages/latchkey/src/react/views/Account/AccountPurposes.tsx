import type { ReactNode } from 'react'
import { type Account, accountOf } from '../../../features/account/state.js'
import { accountsOf, switchAccount } from '../../../features/account/switchAccount.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Tabs } from '../../ui/Tabs/Tabs.js'
import sheet from './AccountPurposes.css.js'

const purposes = ['payment', 'ordinal'] as const
type Purpose = (typeof purposes)[number]

/**
 * The account of a wallet that keeps payments and collectibles at two addresses: a tab for each of them switches the
 * account, and its panel is the whole screen. Without a second address there are no tabs.
 */
export function AccountPurposes({ children }: AccountPurposes.Props) {
  useSheet(sheet)
  const kit = useKit()
  const text = useText()
  const change = useAction(switchAccount)
  const current = useKitState((state) => accountOf(state))
  const all = useKitState((state) =>
    accountsOf(state).filter(({ namespace }) => namespace === accountOf(state)?.namespace),
  )
  const selected = purposeOf(current)
  // Of several accounts for one purpose, the one in use stands for it, else the first.
  const accountFor = (purpose: Purpose) =>
    purpose === selected ? current : all.find((one) => purposeOf(one) === purpose)
  const tabs = purposes.filter((purpose) => accountFor(purpose) !== undefined)
  if (selected === undefined || tabs.length < 2) return children
  // The protocol's own name is the same in every language.
  const labels = { payment: text('account.payment'), ordinal: 'Ordinals' }
  return (
    <div className="account-purposes">
      <Tabs
        label={text('account.accounts')}
        tabs={tabs.map((value) => ({
          value,
          label: labels[value],
          icon: value === 'payment' ? 'wallet' : 'image',
        }))}
        selected={selected}
        onSelect={(purpose) => {
          const account = accountFor(purpose)
          if (account !== undefined) change({ account }).catch((error: unknown) => showError(kit, error))
        }}
      >
        {children}
      </Tabs>
    </div>
  )
}

export declare namespace AccountPurposes {
  type Props = {
    /** The screen of the account in use. */
    readonly children: ReactNode
  }
}

const purposeOf = (account: Account | undefined): Purpose | undefined =>
  purposes.find((purpose) => purpose === account?.facts?.type)

import { connectGroups, type WalletChoice } from '../../../features/wallets/connectGroups.js'
import { isAllWalletsOffered } from '../../../features/wallets/isAllWalletsOffered.js'
import { isMobileDevice } from '../../device.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Rows } from '../../ui/Row/Row.js'
import { Skeleton } from '../../ui/Skeleton/Skeleton.js'
import { AllWalletsRow } from './AllWalletsRow.js'
import { WalletRow } from './WalletRow.js'

/** The wallets in their groups, then the row that leads to all of them. */
export function WalletList() {
  const text = useText()
  const kit = useKit()
  const groups = useKitState((state) => connectGroups(state, { isMobile: isMobileDevice() }))
  const isLoading = useKitState(({ wallets }) =>
    [wallets.featured, wallets.recommended].some(({ status }) => status === 'pending'),
  )
  const choices = groups.flatMap(({ group, choices: inGroup }) =>
    inGroup.map((choice) => ({ group, choice })),
  )
  const hasAll = useKitState(() => isAllWalletsOffered(kit, { isMobile: isMobileDevice() }))
  if (choices.length === 0 && !isLoading && !hasAll) {
    return <Notice icon="wallet" title={text('connect.empty')} text={text('connect.emptyText')} />
  }
  return (
    <Rows label={text('connect.wallets')}>
      {choices.map(({ group, choice }) => (
        <WalletRow key={keyOf(choice)} group={group} choice={choice} />
      ))}
      {isLoading && choices.length < 2 ? (
        <li>
          <Skeleton shape="row" />
        </li>
      ) : null}
      {hasAll ? <AllWalletsRow /> : null}
    </Rows>
  )
}

function keyOf(choice: WalletChoice): string {
  return choice.type === 'connector' ? `connector ${choice.connector.id}` : `wallet ${choice.wallet.id}`
}

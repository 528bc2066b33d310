import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { Row, RowIcon } from '../../ui/Row/Row.js'
import { Tag } from '../../ui/Tag/Tag.js'

/** Leads to all wallets of the explorer, and shows how many there are. */
export function AllWalletsRow() {
  const text = useText()
  const push = useAction(pushView)
  const count = useKitState((state) => state.wallets.all.count)
  const tag = countTag(count)
  return (
    <Row
      start={<RowIcon name="grid" />}
      name={text('connect.allWallets')}
      end={
        tag === undefined ? null : (
          <Tag>
            <bdi dir="ltr">{tag}</bdi>
          </Tag>
        )
      }
      onClick={() => push({ name: 'AllWallets' })}
    />
  )
}

/** Rounded down to tens, with a plus: the number is a hint of size, not a promise. */
function countTag(count: number): string | undefined {
  if (count === 0) return undefined
  return count < 10 ? String(count) : `${Math.floor(count / 10) * 10}+`
}

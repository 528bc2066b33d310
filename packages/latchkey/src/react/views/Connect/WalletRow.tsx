import type { WalletGroup } from '../../../core/Config.js'
import type { WalletChoice } from '../../../features/wallets/connectGroups.js'
import { useWalletImage } from '../../hooks/useImage.js'
import { type AppText, useText } from '../../locales/useText.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Row, RowIcon } from '../../ui/Row/Row.js'
import { Tag } from '../../ui/Tag/Tag.js'
import { useChooseWallet } from '../useChooseWallet.js'

/** One wallet of the connect screen. */
export function WalletRow({ group, choice }: WalletRow.Props) {
  const text = useText()
  const choose = useChooseWallet()
  const connector = choice.type === 'connector' ? choice.connector : undefined
  const explorerImage = useWalletImage(choice.wallet)
  const isPlain = connector?.type === 'INJECTED' && connector.rdns === undefined
  const name = isPlain ? text('connect.browserWallet') : (connector?.name ?? choice.wallet?.name ?? '')
  return (
    <Row
      start={
        connector?.type === 'WALLET_CONNECT' && connector.imageUrl === undefined ? (
          <RowIcon name="qr" />
        ) : (
          <Picture src={connector?.imageUrl ?? explorerImage} fallback="wallet" size={40} />
        )
      }
      name={name}
      note={
        connector?.isAmbiguous
          ? text('connect.ambiguous', {
              rdns: connector.rdns ?? connector.id,
              count: connector.sameName ?? 2,
            })
          : undefined
      }
      end={<RowTag tag={tagOf(text, group, choice)} />}
      onClick={() => choose(choice)}
    />
  )
}

export declare namespace WalletRow {
  type Props = { readonly group: WalletGroup; readonly choice: WalletChoice }
}

function RowTag({
  tag,
}: {
  readonly tag: { readonly text: string; readonly variant: 'neutral' | 'success' } | undefined
}) {
  return tag === undefined ? null : <Tag variant={tag.variant}>{tag.text}</Tag>
}

function tagOf(text: AppText, group: WalletGroup, choice: WalletChoice) {
  if (group === 'recent') return { text: text('connect.tagRecent'), variant: 'neutral' } as const
  if (choice.type !== 'connector') return undefined
  if (choice.others !== undefined) return { text: text('connect.tagMultichain'), variant: 'neutral' } as const
  switch (choice.connector.type) {
    case 'WALLET_CONNECT':
      return { text: text('connect.tagQr'), variant: 'neutral' } as const
    case 'MULTI_CHAIN':
      return { text: text('connect.tagMultichain'), variant: 'neutral' } as const
    case 'ANNOUNCED':
    case 'INJECTED':
      return { text: text('connect.tagInstalled'), variant: 'success' } as const
    default:
      return undefined
  }
}

import type { ReactNode } from 'react'
import type { Sent } from '../../../features/send/state.js'
import type { Network } from '../../../protocol/entities/Network.js'
import type { Transaction, Transfer } from '../../../protocol/entities/Transaction.js'
import { formatUnits } from '../../../protocol/formatUnits.js'
import { explorerLink } from '../../explorerLink.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useWhom } from '../../hooks/useWhom.js'
import { useKit } from '../../KitContext.js'
import { type AppText, useText } from '../../locales/useText.js'
import { openLink } from '../../openLink.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Spinner } from '../../ui/Spinner/Spinner.js'
import { TokenPicture } from '../Token/TokenPicture.js'
import { isLure, shortened, type TransferText, transferTexts } from './transferTexts.js'

/**
 * One transaction: its action in the past tense, the counterparty, the amount and the time; opens it in the explorer.
 */
export function TransactionLine({ transaction, network }: TransactionLine.Props) {
  const kit = useKit()
  const text = useText()
  const whom = useWhom()
  const locale = useKitState((state) => state.locale.tag)
  const { metadata, transfers } = transaction
  const [first] = transfers
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(
    new Date(metadata.minedAt),
  )
  const isFailed = metadata.status === 'failed'
  const isConcluded = transfers.some(({ is_concluded }) => is_concluded === true)
  return (
    <Line
      picture={<TransferPicture transfer={first} />}
      name={text(`activity.${metadata.operationType}`)}
      note={counterpartyText(text, transaction, whom) ?? day}
      status={isFailed ? 'failed' : undefined}
      side={transferTexts(transaction, locale)}
      sideNote={
        isFailed ? text('activity.failed') : metadata.status === 'pending' ? text('activity.pending') : day
      }
      mark={isConcluded ? text('activity.concluded') : undefined}
      href={explorerLink(kit, network, { tx: metadata.hash })}
    />
  )
}

export declare namespace TransactionLine {
  type Props = { readonly transaction: Transaction; readonly network: Network | undefined }
}

/** A transfer sent from this browser, until the history lists it. */
export function SentLine({ sent, network }: { readonly sent: Sent; readonly network: Network | undefined }) {
  const kit = useKit()
  const text = useText()
  const whom = useWhom()
  const locale = useKitState((state) => state.locale.tag)
  const { id, status, symbol, decimals, units, to, name, networkId, iconUrl } = sent
  const tx = sent.replacedBy ?? sent.hash
  const isPending = status === 'pending'
  return (
    <Line
      picture={
        isPending ? (
          <Spinner size="lg" />
        ) : (
          <TokenPicture symbol={symbol} iconUrl={iconUrl} isListed={!sent.isUnverified} />
        )
      }
      name={text('activity.send')}
      note={
        status === 'confirmed'
          ? text('activity.to', { address: whom(to, { networkId, name }) })
          : text(`activity.${status}`)
      }
      status={status}
      side={[
        {
          key: id,
          text: `-${shortened(formatUnits(BigInt(units), decimals), locale)} ${symbol}`,
          isGain: false,
        },
      ]}
      href={tx === undefined ? undefined : explorerLink(kit, network, { tx })}
    />
  )
}

type LineProps = {
  readonly picture: ReactNode
  readonly name: string
  readonly note: string
  readonly status?: string | undefined
  readonly side: readonly TransferText[]
  readonly sideNote?: string | undefined
  readonly mark?: string | undefined
  readonly href?: string | undefined
}

function Line({ picture, name, note, status, side, sideNote, mark, href }: LineProps) {
  const content = (
    <>
      {picture}
      <span className="account-line-body">
        <span className="account-line-name">{name}</span>
        <span className="account-line-note" data-status={status}>
          {note}
        </span>
        {mark === undefined ? null : <span className="account-line-note">{mark}</span>}
      </span>
      <span className="account-line-side">
        {side.map(({ key, text, isGain }) => (
          <bdi key={key} dir="ltr" className="account-line-end" data-direction={isGain ? 'in' : undefined}>
            {text}
          </bdi>
        ))}
        {sideNote === undefined ? null : <span className="account-line-note">{sideNote}</span>}
      </span>
    </>
  )
  return (
    <li className="account-line">
      {href === undefined ? (
        content
      ) : (
        <button type="button" onClick={() => openLink(href)}>
          {content}
        </button>
      )}
    </li>
  )
}

function TransferPicture({ transfer }: { readonly transfer: Transfer | undefined }) {
  const { fungible_info: token, nft_info: nft } = transfer ?? {}
  const isBad = transfer !== undefined && isLure(transfer)
  if (nft) {
    return (
      <Picture src={isBad ? undefined : dataOnly(nft.content?.preview?.url)} fallback="image" size={40} />
    )
  }
  if (token?.symbol === undefined || isBad) {
    const fallback = transfer === undefined ? 'check' : 'coin'
    return <Picture src={undefined} fallback={fallback} size={40} shape="round" />
  }
  const isKnown = token.address === undefined || token.is_verified === true
  return <TokenPicture symbol={token.symbol} iconUrl={token.icon?.url ?? ''} isListed={isKnown} />
}

const dataOnly = (url: string | null | undefined) => (url?.startsWith('data:') ? url : undefined)

function counterpartyText(
  text: AppText,
  { metadata, transfers }: Transaction,
  whomOf: ReturnType<typeof useWhom>,
): string | undefined {
  const [first] = transfers
  const { operationType, sentTo, sentFrom, spender } = metadata
  const whom = (address: string | undefined) =>
    address ? whomOf(address, { networkId: metadata.chain }) : undefined
  if (operationType === 'receive') {
    const address = whom(first?.sender ?? sentFrom)
    return address === undefined ? undefined : text('activity.from', { address })
  }
  const to = operationType === 'send' ? (first?.recipient ?? sentTo) : (spender ?? sentTo)
  const address = whom(to)
  return address === undefined ? undefined : text('activity.to', { address })
}

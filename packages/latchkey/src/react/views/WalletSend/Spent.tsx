import type { TransferIntent } from '../../../core/intent.js'
import type { AppText } from '../../locales/useText.js'

/** What the wallet is to sign, in families that spend coins: what goes in, what goes to whom, and the fee's rate. */
export function Spent({ intent, short, text, amountOf }: Spent.Props) {
  const { account, recipient, units, fee } = intent
  const { spent } = fee ?? {}
  if (fee === undefined || spent === undefined) return null
  const from = text('activity.from', { address: short(account) })
  const toOwn = text('activity.to', { address: short(account) })
  const rows: readonly Row[] = [
    // The protocol's own name is the same in every language.
    { label: from, units: spent.units, note: `${spent.count} UTXO` },
    { label: text('activity.to', { address: short(recipient.address) }), units },
    ...(spent.change === '0' ? [] : [{ label: toOwn, units: spent.change, note: text('send.self') }]),
    { label: text('send.cost'), units: fee.about, note: spent.rate },
  ]
  return (
    <details className="send-contract">
      <summary>{text('send.request')}</summary>
      <dl className="send-facts">
        {rows.map(({ label, units, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi dir="ltr">{amountOf(units)}</bdi>
              {note === undefined ? null : (
                <small>
                  <bdi>{note}</bdi>
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

type Row = { readonly label: string; readonly units: string; readonly note?: string }

export declare namespace Spent {
  type Props = {
    readonly intent: TransferIntent
    readonly short: (address: string) => string
    readonly text: AppText
    readonly amountOf: (units: string) => string
  }
}

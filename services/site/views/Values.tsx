import { formatUnits } from 'latchkey/protocol'
import { localNumber } from 'latchkey/site'
import type { ReactNode } from 'react'
import type { Row, Value } from '../consent/ConsentRequest.js'
import { type SiteText, useSiteState, useText } from './SiteContext.js'

/** The lines of a request: a label of ours or of the app's data, and its value in full. */
export function Values({
  rows,
  depth = 0,
}: {
  readonly rows: readonly Row[]
  readonly depth?: number | undefined
}) {
  const text = useText()
  const tag = useSiteState(({ locale }) => locale.tag)
  return (
    <dl className="facts">
      {rows.map((row, index) => {
        const isGroup = row.value.type === 'group'
        const isLong =
          isGroup ||
          (row.value.type === 'text' && /.{41}|\n/u.test(row.value.text)) ||
          row.value.type === 'hex'
        return (
          <div key={index} data-wide={isLong}>
            <dt>{labelOf(text, row)}</dt>
            <dd>
              {row.value.type === 'group' ? (
                depth > 12 ? null : (
                  <div className="card">
                    <Values rows={row.value.rows} depth={depth + 1} />
                  </div>
                )
              ) : (
                shown(text, tag, row.value)
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function labelOf(text: SiteText, { label }: Row): ReactNode {
  // `Call {number}`: the reader of calls has numbered them.
  return 'key' in label ? text(`row.${label.key}`) : <bdi>{label.name}</bdi>
}

function shown(text: SiteText, tag: string, value: Exclude<Value, { type: 'group' }>): ReactNode {
  switch (value.type) {
    case 'address':
      return <AddressValue value={value} />
    case 'amount':
      return <bdi dir="ltr">{amountOf(text, tag, value)}</bdi>
    case 'number':
      return <bdi dir="ltr">{value.digits}</bdi>
    case 'text':
      return <bdi>{value.text}</bdi>
    case 'hex':
      return (
        <div className="said" data-format="hex">
          <bdi dir="ltr">{value.hex}</bdi>
        </div>
      )
    case 'time':
      return new Date(value.at * 1_000).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' })
    case 'seconds':
      return durationOf(tag, value.seconds)
    case 'word':
      return text(`word.${value.word}`)
    case 'method':
      return (
        <bdi dir="ltr">
          {value.name}
          {value.signature === undefined ? null : <small>{value.signature}</small>}
        </bdi>
      )
  }
}

function AddressValue({ value }: { readonly value: Extract<Value, { type: 'address' }> }) {
  const { address, name } = value
  // The whole address: those who imitate one have the same ends.
  const whole = <bdi dir="ltr">{address}</bdi>
  if (name === undefined) return whole
  return (
    <>
      <bdi>{name}</bdi>
      <small>{whole}</small>
    </>
  )
}

/** An amount in whole units if the chain tells its decimals, else as it is. */
export function amountOf(
  text: SiteText,
  tag: string,
  {
    units,
    decimals,
    symbol,
    isUnlimited,
  }: Pick<Extract<Value, { type: 'amount' }>, 'units' | 'decimals' | 'symbol' | 'isUnlimited'>,
): string {
  if (isUnlimited) return `${text('approve.unlimited')} ${symbol}`
  const negative = units.startsWith('-')
  const bare = negative ? units.slice(1) : units
  const number = decimals === undefined ? bare : localNumber(formatUnits(BigInt(bare), decimals), tag)
  return `${negative ? '−' : ''}${number} ${symbol}`.trim()
}

function durationOf(tag: string, seconds: number): string {
  const [value, unit] = [
    [seconds / 86_400, 'day'] as const,
    [seconds / 3_600, 'hour'] as const,
    [seconds / 60, 'minute'] as const,
  ].find(([count]) => count >= 1) ?? [seconds, 'second' as const]
  const format = new Intl.NumberFormat(tag, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  })
  return format.format(value)
}

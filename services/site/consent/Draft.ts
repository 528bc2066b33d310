import type { Call } from '../accounts/batch.js'
import type { Changes, Content, Raw, ResolvedName, Row, Severity, Value, Warning } from './ConsentRequest.js'
import type { RowKey, TitleKey, WarningKey, WordKey } from './consentTexts.js'

/** What a reader of one method finds out; {@link ConsentRequest} has the rest. */
export type Draft = {
  readonly title: TitleKey
  readonly rows: readonly Row[]
  readonly warnings: readonly Warning[]
  readonly raw: Raw
  readonly content: Content
  readonly changes?: Changes | undefined
  readonly names?: readonly ResolvedName[] | undefined
  /** What the app asked the account to do, for its permissions. */
  readonly calls?: readonly Call[] | undefined
}

export const row = (key: RowKey, value: Value): Row => ({ label: { key }, value })
export const field = (name: string, value: Value): Row => ({ label: { name }, value })
export const group = (key: RowKey, rows: readonly Row[]): Row => row(key, { type: 'group', rows })
export const word = (one: WordKey): Value => ({ type: 'word', word: one })
export const text = (content: string): Value => ({ type: 'text', text: content })
export const digits = (value: bigint | number): Value => ({ type: 'number', digits: String(value) })

export function warn(
  severity: Severity,
  key: WarningKey,
  slots?: { readonly [name: string]: string },
): Warning {
  return slots === undefined ? { key, severity } : { key, severity, slots }
}

const order: readonly Severity[] = ['block', 'danger', 'caution', 'info']

/** Sorts by severity and leaves repetitions out. */
export function sortWarnings(warnings: readonly Warning[]): readonly Warning[] {
  const seen = new Set<string>()
  const distinct = warnings.filter((one) => {
    const text = JSON.stringify(one)
    return !seen.has(text) && seen.add(text)
  })
  return distinct.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

import type { Row, Warning } from '../ConsentRequest.js'
import type { TitleKey } from '../consentTexts.js'

/** What a call does, in lines. */
export type CallDescription = {
  readonly title: TitleKey
  readonly rows: readonly Row[]
  readonly warnings: readonly Warning[]
}

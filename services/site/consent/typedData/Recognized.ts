import type { Row, Warning } from '../ConsentRequest.js'
import type { TitleKey } from '../consentTexts.js'

/** What typed data of a known kind lets others do. */
export type Recognized = {
  readonly title: TitleKey
  readonly rows: readonly Row[]
  readonly warnings: readonly Warning[]
}

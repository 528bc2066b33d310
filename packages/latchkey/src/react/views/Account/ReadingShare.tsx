import { useText } from '../../locales/useText.js'
import { Spinner } from '../../ui/Spinner/Spinner.js'

/** How often a list asks again while the service reads. */
export const whileReading = { interval: 2_000, longest: 10_000 }

/** Shows how much of the history the service has read, from 0 to 1. */
export function ReadingShare({ share, locale }: { readonly share: number; readonly locale: string }) {
  const label = useText()('activity.reading', { share: percent(share, locale) })
  return (
    // A live region would read each new percentage aloud.
    <div
      className="account-reading"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
    >
      <Spinner size="md" />
      {label}
    </div>
  )
}

const percent = (share: number, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(share)

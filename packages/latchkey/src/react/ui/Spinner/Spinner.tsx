import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from './Spinner.css.js'

// Spec §9 "Spinner sizes".
const spinnerSizes = { sm: 12, md: 16, lg: 24, xl: 32 }

export function Spinner({ size = 'lg' }: Spinner.Props) {
  useSheet(sheet)
  const pixels = spinnerSizes[size]
  return (
    <svg
      className="spinner"
      width={pixels}
      height={pixels}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.2" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

export declare namespace Spinner {
  type Props = { readonly size?: keyof typeof spinnerSizes | undefined }
}

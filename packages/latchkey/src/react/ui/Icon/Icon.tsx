import type { ReactNode } from 'react'

// Drawn for this project on a 24 × 24 grid with a stroke of 2 and round ends, all in `currentColor`.
const drawings = {
  arrowLeft: <path d="m14.5 5-7 7 7 7" />,
  chevronRight: <path d="m9.5 5 7 7-7 7" />,
  chevronDown: <path d="m5 9.5 7 7 7-7" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  help: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.6 9.4a2.5 2.5 0 1 1 3.6 2.6c-.8.4-1.2.9-1.2 1.7v.3M12 17h.01" />
    </>
  ),
  copy: (
    <>
      <rect x="9" y="9" width="11" height="11" rx="3" />
      <path d="M15 9V7a3 3 0 0 0-3-3H7a3 3 0 0 0-3 3v5a3 3 0 0 0 3 3h2" />
    </>
  ),
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4 4" />
    </>
  ),
  qr: (
    <>
      <rect x="4" y="4" width="6" height="6" rx="1.5" />
      <rect x="14" y="4" width="6" height="6" rx="1.5" />
      <rect x="4" y="14" width="6" height="6" rx="1.5" />
      <path d="M14 14h2v2M20 14v2M14 20h2M20 20h-.01M18 18h.01" />
    </>
  ),
  wallet: (
    <>
      <path d="M5 7.5A2.5 2.5 0 0 1 7.5 5H17v3" />
      <path d="M5 7.5V17a2.5 2.5 0 0 0 2.5 2.5h10A2.5 2.5 0 0 0 20 17v-6.5A2.5 2.5 0 0 0 17.5 8H7" />
      <path d="M16 13.75h.01" />
    </>
  ),
  grid: (
    <>
      <rect x="4.5" y="4.5" width="6" height="6" rx="2" />
      <rect x="13.5" y="4.5" width="6" height="6" rx="2" />
      <rect x="4.5" y="13.5" width="6" height="6" rx="2" />
      <rect x="13.5" y="13.5" width="6" height="6" rx="2" />
    </>
  ),
  phone: (
    <>
      <rect x="7" y="3" width="10" height="18" rx="3" />
      <path d="M11 17.5h2" />
    </>
  ),
  browser: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="3" />
      <path d="M3.5 9.5h17M7 7h.01" />
    </>
  ),
  desktop: (
    <>
      <rect x="3.5" y="4" width="17" height="12" rx="2.5" />
      <path d="M9 20h6M12 16v4" />
    </>
  ),
  web: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c2.5 2.5 3.5 5.5 3.5 8.5s-1 6-3.5 8.5c-2.5-2.5-3.5-5.5-3.5-8.5s1-6 3.5-8.5Z" />
    </>
  ),
  external: (
    <path d="M10 5H7.5A2.5 2.5 0 0 0 5 7.5v9A2.5 2.5 0 0 0 7.5 19h9a2.5 2.5 0 0 0 2.5-2.5V14M14 5h5v5M19 5l-8 8" />
  ),
  refresh: <path d="M19 12a7 7 0 1 1-2.3-5.2L19 9M19 4.5V9h-4.5" />,
  warning: (
    <path d="M12 9v4.5M12 17h.01M10.3 4.7 3.3 17a2 2 0 0 0 1.7 3h14a2 2 0 0 0 1.7-3l-7-12.3a2 2 0 0 0-3.4 0Z" />
  ),
  disconnect: <path d="M10 5H7.5A2.5 2.5 0 0 0 5 7.5v9A2.5 2.5 0 0 0 7.5 19H10M15 8l4 4-4 4M19 12h-9" />,
  download: <path d="M12 4v10.5M7.5 10.5 12 15l4.5-4.5M5 19.5h14" />,
  network: (
    <>
      <circle cx="12" cy="5.5" r="2.5" />
      <circle cx="5.5" cy="17.5" r="2.5" />
      <circle cx="18.5" cy="17.5" r="2.5" />
      <path d="m10.8 7.7-4 7.6M13.2 7.7l4 7.6M8 17.5h8" />
    </>
  ),
  seal: (
    <path d="m8.5 12.2 2.4 2.4 4.6-4.8M12 3l2.4 1.8 3-.1.8 2.9 2.5 1.7-1.1 2.7 1.1 2.7-2.5 1.7-.8 2.9-3-.1L12 21l-2.4-1.8-3 .1-.8-2.9-2.5-1.7L4.4 12 3.3 9.3l2.5-1.7.8-2.9 3 .1L12 3Z" />
  ),
  key: (
    <>
      <circle cx="8.5" cy="15.5" r="4" />
      <path d="m11.5 12.5 7-7M16 8l2.5 2.5M14 10l1.5 1.5" />
    </>
  ),
  coin: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 8v8M9.5 10h5M9.5 14h5" />
    </>
  ),
  image: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4" />
      <path d="m4.5 16 4.2-4.2a1.5 1.5 0 0 1 2.1 0L18 19M15 9h.01" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  arrowUp: <path d="M7 17 17 7M9 7h8v8" />,
  arrowDown: <path d="M17 7 7 17M15 17H7V9" />,
  swap: <path d="M7 4v14M3.5 14.5 7 18l3.5-3.5M17 20V6M13.5 9.5 17 6l3.5 3.5" />,
  camera: (
    <>
      <path d="M4 9V6.5A2.5 2.5 0 0 1 6.5 4H9M15 4h2.5A2.5 2.5 0 0 1 20 6.5V9M20 15v2.5a2.5 2.5 0 0 1-2.5 2.5H15M9 20H6.5A2.5 2.5 0 0 1 4 17.5V15" />
      <path d="M4 12h16" />
    </>
  ),
} as const satisfies { readonly [name: string]: ReactNode }

export type IconName = keyof typeof drawings

/** An icon without an accessible name: the element around it has the label. */
export function Icon({ name, size = 20 }: Icon.Props) {
  return (
    <svg
      aria-hidden="true"
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[name]}
    </svg>
  )
}

export declare namespace Icon {
  type Props = {
    readonly name: IconName
    /** In CSS pixels. @default 20 */
    readonly size?: number | undefined
  }
}

import type { ReactNode } from 'react'

// As in `ui/Icon`: drawn on a 24 × 24 grid with a stroke of 2 and round ends. They are here because only the embedded
// wallet's screens show them.
const drawings = {
  mail: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="3" />
      <path d="m4.5 7.5 6.1 4.6a2.3 2.3 0 0 0 2.8 0l6.1-4.6" />
    </>
  ),
  arrow: <path d="M5 12h14M13 6l6 6-6 6" />,
  more: <path d="M6 12h.01M12 12h.01M18 12h.01" />,
  passkey: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M3.5 19.5a5.5 5.5 0 0 1 8.5-4.6" />
      <circle cx="17" cy="12" r="2.5" />
      <path d="M17 14.5v6M17 18h2" />
    </>
  ),
  shield: <path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.6 7 9 4.1-1.4 7-4.7 7-9V6zM9 12l2.2 2.2L15 10.5" />,
  trash: <path d="M4.5 7h15M10 4h4M6.5 7l.8 11a2 2 0 0 0 2 2h5.4a2 2 0 0 0 2-2l.8-11M10.5 11v5M13.5 11v5" />,
  settings: (
    <>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </>
  ),
} as const satisfies { readonly [name: string]: ReactNode }

/** An icon of the embedded wallet's screens, without an accessible name: the element around it has the label. */
export function EmbeddedIcon({ name, size = 20 }: EmbeddedIcon.Props) {
  return (
    <svg
      aria-hidden="true"
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[name]}
    </svg>
  )
}

export declare namespace EmbeddedIcon {
  type Props = {
    readonly name: keyof typeof drawings
    /** In CSS pixels. @default 20 */
    readonly size?: number | undefined
  }
}

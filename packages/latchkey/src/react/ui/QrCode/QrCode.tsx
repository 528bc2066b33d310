import { type ReactNode, useMemo } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from './QrCode.css.js'
import { qrPath } from './qrPath.js'

/** Renders a text as a QR code of up to 296 px, synchronously; without a text, shows a placeholder pattern. */
export function QrCode({ text, label, logo }: QrCode.Props) {
  useSheet(sheet)
  const drawing = useMemo(() => (text === undefined ? undefined : qrPath(text)), [text])
  return (
    <div className="qr" data-state={drawing === undefined ? 'pending' : 'ready'}>
      {drawing === undefined ? null : (
        <svg
          key={text}
          role="img"
          aria-label={label}
          viewBox={`0 0 ${drawing.side} ${drawing.side}`}
          fill="currentColor"
        >
          <path d={drawing.finders} fillRule="evenodd" />
          <path d={drawing.dots} />
        </svg>
      )}
      <div className="qr-logo">{logo}</div>
    </div>
  )
}

export declare namespace QrCode {
  type Props = {
    readonly text: string | undefined
    readonly label: string
    /** The picture in the middle, at most 64 px. */
    readonly logo: ReactNode
  }
}

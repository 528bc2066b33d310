import { useId } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from './Avatar.css.js'
import { avatarColors } from './avatarColors.js'

/** An account's picture: its name's avatar, else a picture generated from its address. */
export function Avatar({ address, src, size }: Avatar.Props) {
  useSheet(sheet)
  const id = useId()
  const [lightest, lighter, light, base, dark] = avatarColors(address)
  return (
    <span className="avatar" data-size={size}>
      {src === undefined ? (
        <svg aria-hidden="true" viewBox="0 0 72 72">
          <defs>
            <radialGradient id={`${id}a`} cx="0.68" cy="0.26" r="0.9">
              <stop offset="0" stopColor={lightest} />
              <stop offset="0.32" stopColor={lighter} />
              <stop offset="0.62" stopColor={light} />
              <stop offset="0.86" stopColor={base} />
              <stop offset="1" stopColor={dark} />
            </radialGradient>
          </defs>
          <rect width="72" height="72" fill={`url(#${id}a)`} />
        </svg>
      ) : (
        <img src={src} alt="" referrerPolicy="no-referrer" />
      )}
    </span>
  )
}

export declare namespace Avatar {
  type Props = {
    readonly address: string
    readonly src?: string | undefined
    /** In CSS pixels. */
    readonly size: 20 | 24 | 40 | 72
  }
}

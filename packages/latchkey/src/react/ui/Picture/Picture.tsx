import { useState } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon, type IconName } from '../Icon/Icon.js'
import sheet from './Picture.css.js'

/**
 * A third party's picture, such as a wallet's or a network's, in a box of fixed size. Always an `<img>`, because it
 * runs no scripts. Shows the default picture until it has loaded, or if it cannot be shown.
 */
export function Picture({ src, fallback, size, shape = 'square' }: Picture.Props) {
  useSheet(sheet)
  const [broken, setBroken] = useState<string>()
  const isShown = src !== undefined && src !== broken
  return (
    <span className="picture" data-size={size} data-shape={shape}>
      {isShown ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          onError={() => setBroken(src)}
        />
      ) : (
        <Icon name={fallback} size={Math.round(size / 2)} />
      )}
    </span>
  )
}

export declare namespace Picture {
  type Props = {
    readonly src: string | undefined
    readonly fallback: IconName
    /** In CSS pixels. */
    readonly size: 20 | 24 | 40 | 56 | 64 | 80
    readonly shape?: 'square' | 'round' | undefined
  }
}

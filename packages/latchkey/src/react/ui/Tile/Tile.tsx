import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon } from '../Icon/Icon.js'
import { Picture } from '../Picture/Picture.js'
import sheet from './Tile.css.js'

/** A wallet in a grid: its picture, its name below, and a seal if it is certified. */
export function Tile({ name, image, seal, tabIndex, onClick, onFocus }: Tile.Props) {
  useSheet(sheet)
  return (
    <button type="button" className="tile" tabIndex={tabIndex} onClick={onClick} onFocus={onFocus}>
      <Picture src={image} fallback="wallet" size={56} />
      <span className="tile-name">
        <span>{name}</span>
        {seal === undefined ? null : (
          <span className="tile-badge">
            <Icon name="seal" size={14} />
            <span className="visually-hidden">{seal}</span>
          </span>
        )}
      </span>
    </button>
  )
}

export declare namespace Tile {
  type Props = {
    readonly name: string
    readonly image: string | undefined
    /** The seal's text; `undefined` without a seal. */
    readonly seal: string | undefined
    readonly tabIndex: number
    readonly onClick: () => void
    readonly onFocus: () => void
  }
}

/** The placeholder for a wallet that is loading. */
export function EmptyTile() {
  useSheet(sheet)
  return (
    <div className="tile" aria-hidden="true">
      <span className="tile-empty" />
      <span className="tile-empty" />
    </div>
  )
}

import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { useScrollMemory } from '../ScrollMemory.js'
import sheet from './VirtualGrid.css.js'
import { visibleRows } from './visibleRows.js'

const rowHeight = 104
const overscan = 2
/** A list narrower than this, in CSS pixels, has three columns instead of four. */
const narrowWidth = 300

/**
 * A long grid of tiles. Only the visible rows, and two above and below them, are in the document. Arrow keys, Home and
 * End move within the grid, which is one tab stop (WAI-ARIA grid pattern).
 */
export function VirtualGrid({ count, label, isBusy, renderItem, onEnd }: VirtualGrid.Props) {
  useSheet(sheet)
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ offset: 0, height: 400, columns: 4 })
  useScrollMemory(scroller)
  const [focused, setFocused] = useState(0)
  const mustFocus = useRef(false)

  const measure = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const { scrollTop: offset, clientHeight: height, clientWidth } = element
    const columns = clientWidth < narrowWidth ? 3 : 4
    // Updates in steps of a row's height: scrolling within a row renders nothing.
    const rounded = Math.floor(offset / rowHeight) * rowHeight
    setView((before) =>
      before.offset === rounded && before.height === height && before.columns === columns
        ? before
        : { offset: rounded, height, columns },
    )
  }, [])

  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(measure)
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [measure])

  const { columns } = view
  const rowCount = Math.ceil(count / columns)
  const { first, end } = visibleRows({
    rowCount,
    rowHeight,
    overscan,
    offset: view.offset,
    height: view.height + rowHeight,
  })
  const isAtEnd = end >= rowCount

  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, onEnd])

  const current = Math.min(focused, Math.max(count - 1, 0))
  useLayoutEffect(() => {
    if (!mustFocus.current) return
    mustFocus.current = false
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${current}"] button`)
      ?.focus({ preventScroll: true })
  })

  function moveTo(index: number) {
    const element = scroller.current
    if (element === null || index < 0 || index >= count) return
    const top = Math.floor(index / columns) * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    const bottom = top + rowHeight - element.clientHeight
    if (bottom > element.scrollTop) element.scrollTop = bottom
    mustFocus.current = true
    setFocused(index)
    measure()
  }

  function onKeyDown(event: KeyboardEvent) {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const forward = isRightToLeft ? -1 : 1
    const targets: { readonly [key: string]: number } = {
      ArrowRight: current + forward,
      ArrowLeft: current - forward,
      ArrowDown: Math.min(current + columns, count - 1),
      ArrowUp: current - columns,
      Home: 0,
      End: count - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    moveTo(target)
  }

  const rows = Array.from({ length: end - first }, (_, index) => first + index)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot render only the visible rows.
    <div
      ref={scroller}
      className="grid-scroll"
      role="grid"
      aria-label={label}
      aria-busy={isBusy}
      aria-rowcount={rowCount}
      aria-colcount={columns}
      onScroll={measure}
      onKeyDown={onKeyDown}
    >
      <div className="grid" role="presentation" style={{ blockSize: rowCount * rowHeight }}>
        {rows.map((row) => (
          <GridRow
            key={row}
            row={row}
            columns={columns}
            count={count}
            current={Math.floor(current / columns) === row ? current : undefined}
            renderItem={renderItem}
            onFocus={setFocused}
          />
        ))}
      </div>
    </div>
  )
}

export declare namespace VirtualGrid {
  type Props = {
    readonly count: number
    readonly label: string
    readonly isBusy: boolean
    /**
     * Renders the item at an index; the item's element must get the `focus` props. Pass the same function on every
     * render: a new function renders every visible row again.
     */
    readonly renderItem: (index: number, focus: ItemFocus) => ReactNode
    /** Called when the last rows are visible, to fetch more. */
    readonly onEnd: () => void
  }
  type ItemFocus = { readonly tabIndex: number; readonly onFocus: () => void }
}

type RowProps = Pick<VirtualGrid.Props, 'count' | 'renderItem'> & {
  readonly row: number
  readonly columns: number
  /** The index of the cell that Tab focuses, if it is in this row. */
  readonly current: number | undefined
  readonly onFocus: (index: number) => void
}

// Memoized, so that scrolling renders only the rows that come into view.
const GridRow = memo(function GridRow({ row, columns, count, current, renderItem, onFocus }: RowProps) {
  const start = row * columns
  const indexes = Array.from({ length: Math.min(columns, count - start) }, (_, index) => start + index)
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed one by one, which table rows do not allow.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on what the cell holds.
    <div
      className="grid-row"
      role="row"
      aria-rowindex={row + 1}
      style={{
        blockSize: rowHeight - 4,
        insetBlockStart: row * rowHeight,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {indexes.map((index) => (
        // biome-ignore lint/a11y/useSemanticElements: a cell of the row above.
        // biome-ignore lint/a11y/useFocusableInteractive: the focus is on what the cell holds.
        <div key={index} role="gridcell" data-index={index}>
          {renderItem(index, { tabIndex: index === current ? 0 : -1, onFocus: () => onFocus(index) })}
        </div>
      ))}
    </div>
  )
})

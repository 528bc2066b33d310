/** The rows of a list that must be in the document: the visible ones, and a few on either side. */
export function visibleRows({
  rowCount,
  rowHeight,
  offset,
  height,
  overscan,
}: {
  readonly rowCount: number
  readonly rowHeight: number
  /** The list's scroll position, in CSS pixels. */
  readonly offset: number
  readonly height: number
  readonly overscan: number
}): { readonly first: number; readonly end: number } {
  const first = Math.floor(Math.max(offset, 0) / rowHeight) - overscan
  const end = Math.ceil((Math.max(offset, 0) + height) / rowHeight) + overscan
  const last = Math.max(Math.min(end, rowCount), 0)
  return { first: Math.min(Math.max(first, 0), last), end: last }
}

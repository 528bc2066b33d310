/** Cuts a list into parts of at most `size` items. */
export function slices<item>(items: readonly item[], size: number): readonly (readonly item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

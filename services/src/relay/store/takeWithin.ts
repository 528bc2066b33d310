/** Returns the first items that fit both limits; always the first one, which could otherwise never be delivered. */
export function takeWithin<item>(
  items: readonly item[],
  limits: { readonly limit: number; readonly bytes: number; readonly sizeOf: (item: item) => number },
): readonly item[] {
  let bytes = 0
  const count = items.slice(0, limits.limit).findIndex((item, index) => {
    bytes += limits.sizeOf(item)
    return index > 0 && bytes > limits.bytes
  })
  return items.slice(0, count === -1 ? limits.limit : count)
}

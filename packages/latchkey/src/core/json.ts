/** Whether two JSON values are the same; `undefined` members count as absent. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = definedEntries(a)
  const right = new Map(definedEntries(b))
  return left.length === right.size && left.every(([key, value]) => isSameJson(value, right.get(key)))
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined)
}

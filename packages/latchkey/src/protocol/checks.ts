/**
 * Returns the problems of a host's value, one sentence each, naming the path. Hand-written and small instead of a
 * schema library, because the config is checked before the rest of the kit loads.
 */
export type Check = (value: unknown, path: string) => readonly string[]

/** Accepts a value that satisfies `isGood`; otherwise returns `` `path` must … ``. */
export function must(isGood: (value: unknown) => boolean, sentence: string): Check {
  return (value, path) =>
    isGood(value) ? [] : [value === undefined ? `\`${path}\` is missing` : `\`${path}\` ${sentence}`]
}

const noEffect = '` has no effect'

/** Like `optional`, for an option that the kit does not use, by default yet: if it is set, warns of that. */
export function unused(check: Check, why = ' yet'): Check {
  return (value, path) =>
    value ? [...check(value, path), `\`${path}${noEffect}${why}`] : optional(check)(value, path)
}

/** Checks whether a sentence only warns that an option has no effect. */
export function isWarning(sentence: string): boolean {
  return sentence.includes(noEffect)
}

/** Passes an absent value, and checks a present one. */
export function optional(check: Check): Check {
  return (value, path) => (value === undefined ? [] : check(value, path))
}

export function listOf(check: Check, minimum = 0): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return [`\`${path}\` must be a list`]
    if (value.length < minimum) return [`\`${path}\` must have at least ${minimum}`]
    return value.flatMap((item, index) => check(item, `${path}[${index}]`))
  }
}

/** Checks the known members of an object; unknown ones are a problem unless the object `isOpen`. */
export function shape(entries: { readonly [name: string]: Check }, { isOpen = false } = {}): Check {
  return (value, path) => {
    if (!isRecord(value))
      return [path === '' ? 'createKit needs an object of options' : `\`${path}\` must be an object`]
    const at = (name: string) => (path === '' ? name : `${path}.${name}`)
    const unknown = isOpen ? [] : Object.keys(value).filter((name) => !Object.hasOwn(entries, name))
    return [
      ...unknown.map((name) => `\`${at(name)}\` is not an option${suggestion(name, Object.keys(entries))}`),
      ...Object.entries(entries).flatMap(([name, check]) => check(value[name], at(name))),
    ]
  }
}

/** Checks every key and every value of a table object. */
export function table(check: Check, isKey: (key: string) => boolean = () => true): Check {
  return (value, path) => {
    if (!isRecord(value)) return [`\`${path}\` must be an object`]
    return Object.entries(value).flatMap(([key, member]) =>
      isKey(key)
        ? check(member, `${path}.${key}`)
        : [`\`${path}\` must be keyed by CAIP-2 ids, not \`${key}\``],
    )
  }
}

export function oneOf(...options: readonly unknown[]): Check {
  const names = options.map((option) => (typeof option === 'string' ? `'${option}'` : String(option)))
  return must((value) => options.includes(value), `must be one of ${names.join(', ')}`)
}

/** Accepts a value that one of the checks accepts; else returns the problems of the closest one. */
export function either(...checks: readonly [Check, ...Check[]]): Check {
  return (value, path) => {
    const results = checks.map((check) => check(value, path))
    const isStructured = typeof value === 'object'
    return results.find(({ length }) => length === 0) ?? (isStructured ? results.at(-1) : results[0]) ?? []
  }
}

export const isBoolean = must((value) => typeof value === 'boolean', 'must be true or false')
export const isText = must((value) => typeof value === 'string', 'must be a text')
export const isFilledText = must(
  (value) => typeof value === 'string' && value !== '',
  'must be a text that is not empty',
)

export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function suggestion(name: string, known: readonly string[]): string {
  const near = known.find((candidate) => isNear(candidate.toLowerCase(), name.toLowerCase(), 2))
  return near === undefined ? '' : `; did you mean \`${near}\`?`
}

/** Checks whether at most `budget` insertions, deletions or replacements turn one text into the other. */
function isNear(a: string, b: string, budget: number): boolean {
  if (a === b) return true
  if (budget === 0 || a === '' || b === '') return Math.max(a.length, b.length) <= budget
  if (a[0] === b[0]) return isNear(a.slice(1), b.slice(1), budget)
  const rest = budget - 1
  return isNear(a.slice(1), b, rest) || isNear(a, b.slice(1), rest) || isNear(a.slice(1), b.slice(1), rest)
}

/** Checks a token's number of decimals: at most the number of digits of a 256-bit amount. */
export function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 77
}

/**
 * A check tells what is wrong with a host's value: one sentence a problem, naming the place. Small on purpose, and no
 * schema library, because the config is checked before anything else of the kit is needed.
 */
export type Check = (value: unknown, path: string) => readonly string[]

/** Passes a value that satisfies `isGood`; else says `` `path` must … ``. */
export function must(isGood: (value: unknown) => boolean, sentence: string): Check {
  return (value, path) =>
    isGood(value) ? [] : [value === undefined ? `\`${path}\` is missing` : `\`${path}\` ${sentence}`]
}

const noEffect = 'has no effect yet'

/** Like `optional`, for an option whose feature is still to come: where it is set, it says that it has no effect. */
export function later(check: Check): Check {
  return (value, path) =>
    value ? [...check(value, path), `\`${path}\` ${noEffect}`] : optional(check)(value, path)
}

/** Whether what a check said is only that an option has no effect yet. */
export function isWarning(sentence: string): boolean {
  return sentence.endsWith(noEffect)
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

/** Checks the members of an object that it knows; others are a problem unless the object `isOpen`. */
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

/** Checks every member of an object that is a table, and its keys. */
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

/** Passes what one of the checks passes; else gives the problems of the one that came closest. */
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

/** Whether one text becomes the other by so many insertions, deletions or replacements at most. */
function isNear(a: string, b: string, budget: number): boolean {
  if (a === b) return true
  if (budget === 0 || a === '' || b === '') return Math.max(a.length, b.length) <= budget
  if (a[0] === b[0]) return isNear(a.slice(1), b.slice(1), budget)
  const rest = budget - 1
  return isNear(a.slice(1), b, rest) || isNear(a, b.slice(1), rest) || isNear(a.slice(1), b.slice(1), rest)
}

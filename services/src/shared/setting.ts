/** One setting: its variable, its meaning, and how its text is read. */
export type Setting<value> = {
  /** The environment variable's name. */
  readonly variable: `LATCHKEY_${string}`
  /** What it does, with its unit, in one sentence for `--help` and the README. */
  readonly meaning: string
  readonly fallback: value
  /** Whether the text may contain a password or key, so that no error repeats it. */
  readonly isSecret?: boolean | undefined
  /** Reads the variable's text. Throws an `Error` whose message says what the text must be. */
  readonly read: (text: string) => value
}

type Head = Pick<Setting<unknown>, 'variable' | 'meaning' | 'isSecret'>

export function text(head: Head & { readonly fallback: string }): Setting<string> {
  return { ...head, read: (value) => value }
}

export function optionalText(head: Head): Setting<string | undefined> {
  return { ...head, fallback: undefined, read: (value) => value }
}

/** Reads a whole number within bounds. Only digits are allowed, so that `1e3` or `10s` is not misread. */
export function integer(
  head: Head & { readonly fallback: number; readonly minimum: number; readonly maximum: number },
): Setting<number> {
  const { minimum, maximum } = head
  return {
    ...head,
    read(value) {
      const number = Number(value)
      if (!/^\d{1,15}$/.test(value) || number < minimum || number > maximum) {
        throw new Error(`must be a whole number from ${minimum} to ${maximum}`)
      }
      return number
    },
  }
}

export function oneOf<const value extends string>(
  head: Head & { readonly fallback: value; readonly values: readonly value[] },
): Setting<value> {
  return {
    ...head,
    read(value) {
      const found = head.values.find((allowed) => allowed === value)
      if (found === undefined) throw new Error(`must be one of: ${head.values.join(', ')}`)
      return found
    },
  }
}

/** Reads a list written `a,b`; `isItem` and `of` define a valid item. */
export function list<item extends string = string>(
  head: Head & {
    readonly fallback: readonly item[]
    readonly of: string
    readonly isItem: (value: string) => value is item
  },
): Setting<readonly item[]> {
  return {
    ...head,
    read(value) {
      const items = value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
      if (!items.every(head.isItem)) throw new Error(`must be a comma-separated list of ${head.of}`)
      return items
    },
  }
}

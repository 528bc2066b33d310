import { isRecord } from '../protocol/checks.js'

type Finish = <copy extends object>(copy: copy) => copy

/**
 * Copies lists and records of any depth. Everything else stays the same value: bytes, for example, which JSON has not.
 *
 * @param finish Applied to each copied list and record. @default leaves them as they are
 */
export function deepCopy<value>(value: value, finish?: Finish): value
export function deepCopy(value: unknown, finish: Finish = (copy) => copy): unknown {
  if (Array.isArray(value)) return finish(value.map((item) => deepCopy(item, finish)))
  if (!isRecord(value) || !isPlain(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, deepCopy(member, finish)])
  return finish(Object.fromEntries(members))
}

/** Bytes and dates are objects too. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

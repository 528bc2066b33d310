import { messageLimits } from '../protocol/frame/envelope.js'

/** Names that could change every object of the page if a message were copied carelessly. */
const refusedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Copies a message into plain objects: what goes to the frame, because an app's value may have getters or point to
 * itself, and what comes from it. `undefined` for anything but JSON within the limits of spec §10 "Frame messages";
 * members that are `undefined` are left out. Stops at the first limit that is passed, so that a huge message costs no
 * more than a large one.
 */
export function plainJson(given: unknown): { readonly value: unknown } | undefined {
  let keys = 0
  let bytes = 0

  function copy(value: unknown, depth: number): unknown {
    if (depth > messageLimits.depth) throw tooMuch
    if (value === null || typeof value === 'boolean') return add(value, 5)
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number' && Number.isFinite(value)) return add(value, 8)
    if (typeof value !== 'object') throw tooMuch
    if (Array.isArray(value)) {
      count(value.length)
      return Array.from(value, (item: unknown) => copy(item, depth + 1))
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw tooMuch
    const copied: { [name: string]: unknown } = {}
    const names = Object.keys(value)
    count(names.length)
    for (const name of names) {
      if (refusedKeys.has(name)) throw tooMuch
      const member = (value as { readonly [name: string]: unknown })[name]
      if (member !== undefined) copied[text(name)] = copy(member, depth + 1)
    }
    return copied
  }

  function text(value: string): string {
    // The length is looked at first: encoding a huge text would take its time.
    const size = value.length > messageLimits.text ? Number.POSITIVE_INFINITY : utf8Length(value)
    if (size > messageLimits.text) throw tooMuch
    return add(value, size + 3)
  }

  function count(more: number) {
    keys += more
    if (keys > messageLimits.keys) throw tooMuch
  }

  function add<value>(value: value, size: number): value {
    bytes += size
    if (bytes > messageLimits.bytes) throw tooMuch
    return value
  }

  try {
    return { value: copy(given, 0) }
  } catch {
    // Past a limit, not JSON, or a getter of the app's that throws: it is no message.
    return undefined
  }
}

const tooMuch = new Error('not a message')

function utf8Length(value: string): number {
  return new TextEncoder().encode(value).length
}

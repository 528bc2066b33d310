import type { Hex } from './Entry.js'

/** Returns a call's function selector; `0x` if it calls no function. */
export function selectorOf(input: Hex): Hex {
  return input.length >= 10 ? (input.slice(0, 10) as Hex) : '0x'
}

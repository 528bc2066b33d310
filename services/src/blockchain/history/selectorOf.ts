import type { Hex } from './Entry.js'

/** Which function of a contract a call asks for; `0x` where it asks for none. */
export function selectorOf(input: Hex): Hex {
  return input.length >= 10 ? (input.slice(0, 10) as Hex) : '0x'
}

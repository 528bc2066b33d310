import { addressShape } from '../../protocol/addressShape.js'
import { addressTrailingCharacters } from '../../protocol/constants.js'
import type { SendState } from './state.js'

/** How many characters of an address that looks like a known one are to be typed. */
export const confirmationLength = addressTrailingCharacters

/**
 * Whether an address that looks like a known one, and is not, is the one that is meant: its end was typed. Where upper
 * and lower case are different characters, both count: the known address may differ in nothing else.
 */
export function isConfirmed({ recipient, confirmation = '' }: SendState): boolean {
  if (recipient.status !== 'valid' || recipient.lookalike === undefined) return true
  const { isCaseless } = addressShape(recipient.address)
  const [typed, end] = [confirmation.trim(), recipient.address.slice(-confirmationLength)]
  return typed === end || (isCaseless && typed.toLowerCase() === end.toLowerCase())
}

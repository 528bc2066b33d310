import { addressTrailingCharacters } from '../../protocol/constants.js'
import type { SendState } from './state.js'

/** How many characters of an address that looks like a known one are to be typed. */
export const confirmationLength = addressTrailingCharacters

/** Whether an address that looks like a known one, and is not, is the one that is meant: its end was typed. */
export function isConfirmed({ recipient, confirmation = '' }: SendState): boolean {
  if (recipient.status !== 'valid' || recipient.lookalike === undefined) return true
  return confirmation.trim().toLowerCase() === recipient.address.slice(-confirmationLength).toLowerCase()
}

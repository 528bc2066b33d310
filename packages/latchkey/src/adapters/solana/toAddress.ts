import { isAddress } from '@solana/kit'

/** Returns an address: 32 bytes in base58, which has one form; `undefined` for anything else. */
export function toAddress(value: unknown): string | undefined {
  return typeof value === 'string' && isAddress(value) ? value : undefined
}

import { readSs58, toSs58 } from './ss58.js'

/** Returns a valid SS58 address as it is written, for whichever network; `undefined` for anything else. */
export function toAddress(value: unknown): string | undefined {
  return readSs58(value) === undefined ? undefined : String(value)
}

/** Writes a valid address for the network with this prefix. */
export function inPrefix(address: string, prefix: number): string | undefined {
  const read = readSs58(address)
  return read && toSs58(read.accountId, prefix)
}

import { base58 } from '@scure/base'

export const viewOf = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength)

/** The address at a place. @throws `RangeError` if the data is too short */
export function keyAt(data: Uint8Array, at: number): string {
  if (at + 32 > data.length) throw new RangeError('key')
  return base58.encode(data.slice(at, at + 32))
}

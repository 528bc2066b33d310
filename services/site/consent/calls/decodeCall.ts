import { decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem'
import { sizeOf } from '../../accounts/hex.js'
import { type Method, parseSignature, signatureOf } from './parseSignature.js'
import { selectors } from './selectors.js'

export type DecodedCall =
  | { readonly status: 'none' }
  | { readonly status: 'unknown'; readonly selector: Hex }
  | { readonly status: 'unreadable'; readonly method: Method; readonly signature: string }
  | {
      readonly status: 'decoded'
      readonly method: Method
      readonly signature: string
      readonly selector: Hex
      readonly values: readonly unknown[]
      /** The data has bytes that the method does not read. */
      readonly hasExtra: boolean
    }

/** Data beyond this is shown as it is: decoding it would take noticeable time. */
const mostBytes = 48 * 1024

/** Reads the data of a call by the wallet's own table of methods. */
export function decodeCall(data: Hex): DecodedCall {
  if (data === '0x') return { status: 'none' }
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const text = Object.hasOwn(selectors, selector) ? selectors[selector] : undefined
  if (text === undefined || sizeOf(data) > mostBytes) return { status: 'unknown', selector }
  const method = parseSignature(text)
  const signature = signatureOf(method)
  const body: Hex = `0x${data.slice(10)}`
  try {
    if (method.inputs.length === 0) {
      return { status: 'decoded', method, signature, selector, values: [], hasExtra: body !== '0x' }
    }
    const values = decodeAbiParameters(method.inputs, body)
    const again = encodeAbiParameters(method.inputs, values)
    return { status: 'decoded', method, signature, selector, values, hasExtra: again !== body.toLowerCase() }
  } catch {
    // The data does not fit: the contract would fail, or reads it in another way.
    return { status: 'unreadable', method, signature }
  }
}

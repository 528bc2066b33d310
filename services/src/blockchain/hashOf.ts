import { fromRlp, type Hex, isHex, keccak256, toRlp } from 'viem'
import type { RpcCall } from '../outbound/post.js'

/** Whether a call sends a signed transaction and is answered with its hash. */
export function isSend({ method }: RpcCall): boolean {
  return method === 'eth_sendRawTransaction'
}

/** Computes the hash of a transaction that a call sends; `undefined` for kinds whose hash another rule gives. */
export function hashOf(call: RpcCall | undefined): Hex | undefined {
  if (call === undefined || !isSend(call) || !Array.isArray(call.params)) return undefined
  const [raw] = call.params
  // A legacy transaction is a list (RLP); the other kinds begin with their number (EIP-2718).
  if (!isHex(raw) || raw.length % 2 !== 0 || !/^0x(0[1-4]|[c-f][0-9a-f])/i.test(raw)) return undefined
  try {
    return keccak256(raw.startsWith('0x03') ? withoutBlobs(raw) : raw)
  } catch {
    return undefined
  }
}

/** A transaction with blobs is sent together with them; its hash is that of the transaction alone (EIP-4844). */
function withoutBlobs(raw: Hex): Hex {
  const [first] = fromRlp(`0x${raw.slice(4)}`, 'hex')
  return Array.isArray(first) ? `0x03${toRlp(first).slice(2)}` : raw
}

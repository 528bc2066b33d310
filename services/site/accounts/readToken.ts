import { type CaipNetworkId, cleanText } from 'latchkey/protocol'
import { decodeAbiParameters, type Hex, hexToString } from 'viem'
import { readCall } from './nodeReads.js'
import type { Rpc } from './Rpc.js'

/** What a contract says about itself; the chain's word, and still the token's own. */
export type Token = {
  readonly kind: 'erc20' | 'erc721' | 'erc1155' | 'unknown'
  readonly symbol: string
  /** Absent if the contract says none, or one that no token has. */
  readonly decimals?: number | undefined
}

const symbolSelector = '0x95d89b41'
const decimalsSelector = '0x313ce567'
const mostDecimals = 36n

/** Reads what kind of token a contract is; `undefined` if the chain has no contract there, or does not answer. */
export async function readToken(rpc: Rpc, chainId: CaipNetworkId, address: Hex): Promise<Token | undefined> {
  const ask = (data: Hex) => readCall(rpc, chainId, address, data).catch(() => '0x' as const)
  const [decimals, symbol, isErc721, isErc1155] = await Promise.all([
    ask(decimalsSelector),
    ask(symbolSelector),
    ask(supports('80ac58cd')),
    ask(supports('d9b67a26')),
  ])
  const text = readSymbol(symbol)
  if (isYes(isErc721)) return { kind: 'erc721', symbol: text, decimals: 0 }
  if (isYes(isErc1155)) return { kind: 'erc1155', symbol: text, decimals: 0 }
  if (decimals.length !== 66) return text === '' ? undefined : { kind: 'unknown', symbol: text }
  const places = BigInt(decimals)
  return {
    kind: 'erc20',
    symbol: text,
    ...(places <= mostDecimals ? { decimals: Number(places) } : {}),
  }
}

/** `supportsInterface(bytes4)` (ERC-165). */
const supports = (id: string): Hex => `0x01ffc9a7${id.padEnd(64, '0')}`
const isYes = (answer: Hex) => /^0x0{63}1$/.test(answer)

/** A text or, in older tokens, 32 bytes. */
function readSymbol(answer: Hex): string {
  try {
    if (answer.length === 66) return cleanText(hexToString(answer, { size: 32 }), 32)
    const [text] = decodeAbiParameters([{ type: 'string' }], answer)
    return cleanText(text, 32)
  } catch {
    // No symbol: the contract's address is shown.
    return ''
  }
}

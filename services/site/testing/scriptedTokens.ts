import { encodeAbiParameters, type Hex, toHex } from 'viem'
import type { Rpc } from '../accounts/Rpc.js'
import { createDescriber, type Describer } from '../consent/describe/Describer.js'
import { localChain, noNode, testWallet } from './testWallet.js'

/** A node that knows some tokens by address: of 6 decimals, of 18, a collection, and a contract that is no token. */
export const tokens = {
  dollar: '0x0000000000000000000000000000000000000111',
  ether: '0x0000000000000000000000000000000000000222',
  cats: '0x0000000000000000000000000000000000007500',
  items: '0x0000000000000000000000000000000000003350',
  mute: '0x0000000000000000000000000000000000003070',
  app: '0x0000000000000000000000000000000000009900',
} as const satisfies { readonly [name: string]: Hex }

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const yes = toHex(1n, { size: 32 })
const answers: { readonly [address: string]: { readonly [selector: string]: Hex } } = {
  [tokens.dollar]: { '0x313ce567': toHex(6n, { size: 32 }), '0x95d89b41': text('USD') },
  [tokens.ether]: { '0x313ce567': toHex(18n, { size: 32 }), '0x95d89b41': text('WETH') },
  [tokens.cats]: { '0x95d89b41': text('CATS'), '0x01ffc9a780ac58cd': yes },
  [tokens.items]: { '0x95d89b41': text('ITEMS'), '0x01ffc9a7d9b67a26': yes },
  [tokens.mute]: { '0x313ce567': toHex(255n, { size: 32 }), '0x95d89b41': text('MUTE') },
  [tokens.app]: {},
}

const scriptedTokens: Rpc = async (_, method, params) => {
  if (method === 'eth_getCode') {
    return Object.keys(answers).some((one) => one.toLowerCase() === String(params[0]).toLowerCase())
      ? '0x60'
      : '0x'
  }
  if (method !== 'eth_call') throw new Error(`unexpected: ${method}`)
  const { to, data } = params[0] as { to: string; data: string }
  const found =
    Object.entries(answers).find(([address]) => address.toLowerCase() === to.toLowerCase())?.[1] ?? {}
  return found[data.slice(0, 18)] ?? found[data.slice(0, 10)] ?? '0x'
}

/** A describer of the test wallet's account on a chain with {@link tokens}. */
export function scriptedDescriber(): Describer {
  const wallet = testWallet({ rpc: noNode })
  return createDescriber({ ...wallet.context(), rpc: scriptedTokens }, localChain)
}

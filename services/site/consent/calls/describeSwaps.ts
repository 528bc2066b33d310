import { type AbiParameter, getAddress, type Hex } from 'viem'
import { isSameHex, sizeOf } from '../../accounts/hex.js'
import { row, warn } from '../Draft.js'
import type { Describer } from '../describe/Describer.js'
import type { CallDescription } from './CallDescription.js'

/** What a swap of a router known by its method moves; absent parts are the chain's coin. */
type Swap = {
  readonly from?: Hex | undefined
  readonly pays: bigint
  readonly to?: Hex | undefined
  readonly gets: bigint
  readonly recipient: Hex
}

type Named = { readonly [name: string]: unknown }

/** Describes the swaps of Uniswap's routers and of those with the same methods; `undefined` for other methods. */
export async function describeSwap(
  name: string,
  inputs: readonly AbiParameter[],
  values: readonly unknown[],
  value: bigint,
  describer: Describer,
): Promise<CallDescription | undefined> {
  const swap = swapOf(name, namedBy(inputs, values), value)
  if (swap === undefined) return undefined
  const amount = (token: Hex | undefined, units: bigint) =>
    token === undefined ? describer.coinAmount(units) : describer.tokenAmount(token, units)
  const isOwn = isSameHex(swap.recipient, describer.account)
  return {
    title: 'call',
    rows: [
      row('value', await amount(swap.from, swap.pays)),
      row('receive', await amount(swap.to, swap.gets)),
      row('recipient', await describer.address(swap.recipient)),
    ],
    warnings: [
      ...(isOwn || isPlaceholder(swap.recipient) ? [] : [warn('danger', 'swapElsewhere')]),
      ...(swap.gets <= 1n ? [warn('danger', 'noMinimum')] : []),
    ],
  }
}

/** Routers take 1 and 2 for the sender and for themselves. */
const isPlaceholder = (recipient: Hex) => BigInt(recipient) <= 2n

function namedBy(inputs: readonly AbiParameter[], values: readonly unknown[]): Named {
  const [first] = inputs
  if (inputs.length === 1 && first?.name === 'params') return values[0] as Named
  return Object.fromEntries(inputs.map((one, index) => [one.name ?? '', values[index]]))
}

function swapOf(name: string, named: Named, value: bigint): Swap | undefined {
  if (/^exact(?:In|Out)put/.test(name)) return concentrated(named)
  if (!/^swap(?:Exact)?(?:ETH|Tokens)/.test(name) || !Array.isArray(named.path)) return undefined
  const path = named.path as readonly Hex[]
  const isFromCoin = /ETHFor|^swapETH/.test(name)
  const isToCoin = /ForETH|ForExactETH/.test(name)
  return {
    ...(isFromCoin ? {} : { from: path[0] }),
    pays: isFromCoin ? value : ((named.amountIn ?? named.amountInMax) as bigint),
    ...(isToCoin ? {} : { to: path.at(-1) }),
    gets: (named.amountOutMin ?? named.amountOut) as bigint,
    recipient: named.to as Hex,
  }
}

function concentrated(named: Named): Swap | undefined {
  const path = named.path as Hex | undefined
  // A path is tokens with fees of three bytes between them; of an exact output it runs from the end.
  const isBackwards = named.amountOut !== undefined
  const ends =
    path === undefined
      ? [named.tokenIn as Hex, named.tokenOut as Hex]
      : sizeOf(path) < 43
        ? undefined
        : [getAddress(path.slice(0, 42)), getAddress(`0x${path.slice(-40)}`)]
  if (ends === undefined) return undefined
  const [from, to] = path !== undefined && isBackwards ? [ends[1], ends[0]] : ends
  return {
    from,
    to,
    pays: (named.amountIn ?? named.amountInMaximum) as bigint,
    gets: (named.amountOutMinimum ?? named.amountOut) as bigint,
    recipient: named.recipient as Hex,
  }
}

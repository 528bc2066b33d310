import { encodeAbiParameters } from 'viem'
import { account, art, type Deed, items, token, word } from './syntheticChain.js'

/** Decimals of the synthetic chain's token. */
export const tokenDecimals = 6
/** What the account held before its first transaction, so that it can send some. */
const endowment = 10n ** 15n

/** How much of its token the account holds in the end. */
export function tokensHeld(deeds: readonly Deed[]): bigint {
  return deeds.reduce((sum, { kind, input }) => {
    const units = kind === 'tokenIn' || kind === 'tokenOut' ? BigInt(`0x${input.slice(74, 138)}`) : 0n
    return kind === 'tokenIn' ? sum + units : sum - units
  }, endowment)
}

/** Answers calls of the synthetic chain's contracts: `name()`, `balanceOf(…)`, `ownerOf(…)` and the like. */
export function syntheticContracts(deeds: readonly Deed[]): (to: string, data: string) => string {
  const owned = new Map<string, bigint>()
  for (const { kind, input } of deeds) {
    if (kind === 'artIn') owned.set(`${art} ${BigInt(`0x${input.slice(138)}`)}`, 1n)
    if (kind === 'itemsIn')
      owned.set(`${items} ${BigInt(`0x${input.slice(138, 202)}`)}`, BigInt(`0x${input.slice(202)}`))
  }
  const number = (value: bigint) => `0x${word(value)}`
  const held = number(tokensHeld(deeds))
  const names: { readonly [address: string]: string } = { [token]: 'TOK', [art]: 'ART', [items]: 'ITM' }
  return (to, data) => {
    const name = names[to]
    if (name === undefined) return '0x'
    const [first, second] = [data.slice(10, 74), data.slice(74, 138)]
    const holds = (id: string) => owned.get(`${to} ${BigInt(`0x${id}`)}`) ?? 0n
    switch (data.slice(0, 10)) {
      case '0x06fdde03':
      case '0x95d89b41':
        return encodeAbiParameters([{ type: 'string' }], [name])
      case '0x313ce567':
        return to === token ? number(BigInt(tokenDecimals)) : '0x'
      case '0x70a08231':
        return to === token && first === word(account) ? held : number(0n)
      case '0x6352211e':
        return to === art && holds(first) > 0n ? `0x${word(account)}` : `0x${word(`0x${'99'.repeat(20)}`)}`
      case '0x00fdd58e':
        return to === items && first === word(account) ? number(holds(second)) : number(0n)
      default:
        return '0x'
    }
  }
}

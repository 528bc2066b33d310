import { getAddress, type Hex } from 'viem'
import type { Chain } from '../../accounts/Chain.js'
import { isSameHex } from '../../accounts/hex.js'
import { readCode } from '../../accounts/nodeReads.js'
import { readToken, type Token } from '../../accounts/readToken.js'
import type { ResolvedName, Value } from '../ConsentRequest.js'
import { knownContract } from '../calls/knownContracts.js'
import type { ReadContext } from '../ReadContext.js'
import { namesAt, primaryName } from './names.js'

/** More than this is spent: it stands for everything there is. */
const unlimitedAbove = 2n ** 95n

export const isUnlimited = (units: bigint): boolean => units > unlimitedAbove

/** A hostile request names many addresses: only so many are looked up, the others are shown as they are. */
const mostLookups = 24

/** Describes addresses and amounts of one request, and asks the chain about each only once. */
export type Describer = {
  readonly chain: Chain
  readonly account: Hex
  readonly now: number
  readonly context: ReadContext
  /** The names that were found; each is checked again before anything is signed. */
  readonly names: readonly ResolvedName[]
  address(address: Hex): Promise<Value>
  token(contract: Hex): Promise<Token | undefined>
  /** An amount of a token; `isAllowance` shows large ones in words. */
  tokenAmount(contract: Hex, units: bigint, isAllowance?: boolean): Promise<Value>
  coinAmount(units: bigint): Value
  hasCode(address: Hex): Promise<boolean>
  /** The short form of an address for a sentence: its name, or its first and last digits. */
  short(value: Value): string
}

export function createDescriber(context: ReadContext, chain: Chain): Describer {
  const account = getAddress(context.account.eip155)
  const place = namesAt(context.chains, chain)
  const names: ResolvedName[] = []
  const tokens = new Map<string, Promise<Token | undefined>>()
  const addresses = new Map<string, Promise<Value>>()
  const codes = new Map<string, Promise<boolean>>()

  function once<value>(
    found: Map<string, Promise<value>>,
    key: string,
    ask: () => Promise<value>,
    none: value,
  ) {
    const plain = key.toLowerCase()
    const known = found.get(plain)
    if (known !== undefined) return known
    if (found.size >= mostLookups) return Promise.resolve(none)
    const asked = ask()
    found.set(plain, asked)
    return asked
  }

  async function describe(address: Hex): Promise<Value> {
    const known = knownContract(chain.id, address)
    if (known !== undefined) return { type: 'address', address, name: known }
    if (isSameHex(address, account)) return { type: 'address', address, isOwn: true }
    const name = place === undefined ? undefined : await primaryName(context.rpc, place, address)
    if (name === undefined) return { type: 'address', address }
    names.push({ name, address })
    return { type: 'address', address, name }
  }

  const token = (contract: Hex) =>
    once(tokens, contract, () => readToken(context.rpc, chain.id, contract), undefined)

  return {
    ...{ chain, account, context, names, token, now: context.now() },
    address(address) {
      const plain = getAddress(address)
      return once(addresses, plain, () => describe(plain), { type: 'address', address: plain })
    },
    async tokenAmount(contract, units, isAllowance = false) {
      const { symbol = '', decimals } = (await token(contract)) ?? {}
      return {
        type: 'amount',
        units: String(units),
        symbol,
        contract: getAddress(contract),
        ...(decimals === undefined ? {} : { decimals }),
        ...(isAllowance && isUnlimited(units) ? { isUnlimited: true } : {}),
      }
    },
    coinAmount: (units) => ({ type: 'amount', units: String(units), ...chain.coin }),
    hasCode: (address) =>
      once(
        codes,
        address,
        // Without an answer nothing is said about it.
        () =>
          readCode(context.rpc, chain.id, address).then(
            (code) => code !== '0x',
            () => true,
          ),
        true,
      ),
    short(value) {
      if (value.type !== 'address') return ''
      return value.name ?? `${value.address.slice(0, 6)}…${value.address.slice(-4)}`
    },
  }
}

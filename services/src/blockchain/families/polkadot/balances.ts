import { blake2b } from '@noble/hashes/blake2.js'
import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import type { Nodes } from '../../nodes.js'
import { type Coin, createFamilyBalances } from '../createFamilyBalances.js'
import { expectResult } from '../expectResult.js'
import { bytes } from './methods.js'
import { accountOf } from './ss58.js'

/** `System.Account`: the hashes of the pallet's and the map's names begin the keys of its entries. */
const map = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** nonce, consumers, providers, sufficients: 4 bytes each; then free, reserved, frozen, flags: 16 bytes each. */
const entrySize = 80
const freeAt = 16
const amountSize = 16

const symbol = v.pipe(v.string(), v.regex(/^[\w.-]{1,16}$/))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))
/** What a chain says of its coin; chains with several coins name their own first. */
const properties = v.object({
  tokenSymbol: v.union([symbol, v.tupleWithRest([symbol], v.unknown())]),
  tokenDecimals: v.union([decimals, v.tupleWithRest([decimals], v.unknown())]),
})

/** Asks a chain once what it calls its coin. */
export function createCoinReader(nodes: Nodes): () => Promise<Coin> {
  let known: Promise<Coin> | undefined

  async function readCoin(): Promise<Coin> {
    const [reply] = await nodes.ask([{ method: 'system_properties', params: [] }])
    const { tokenSymbol, tokenDecimals } = expectResult(reply, properties)
    const own = typeof tokenSymbol === 'string' ? tokenSymbol : tokenSymbol[0]
    const places = typeof tokenDecimals === 'number' ? tokenDecimals : tokenDecimals[0]
    return { name: own === 'DOT' ? 'Polkadot' : own, symbol: own, decimals: places }
  }

  return () => {
    known ??= readCoin().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

/**
 * Reads how much an account has: all that it can use or has locked, without what is reserved. The answer's format has no
 * place for the locked part, which the kit reads from the chain.
 */
export function createPolkadotBalances(
  context: Context,
  chainId: CaipNetworkId,
  { nodes, coin }: { readonly nodes: Nodes; readonly coin: () => Promise<Coin> },
) {
  return createFamilyBalances(context, chainId, {
    coin,
    async held(owner) {
      const [reply] = await nodes.ask([{ method: 'state_getStorage', params: [storageKeyOf(owner)] }])
      return { units: freeIn(expectResult(reply, v.nullable(bytes))), tokens: [] }
    },
  })
}

function storageKeyOf(owner: string): string {
  const account = accountOf(owner)
  if (account === undefined) throw new NodeError('no account')
  return `0x${map}${hex(blake2b(account, { dkLen: 16 }))}${hex(account)}`
}

/** An account without an entry has nothing. */
function freeIn(entry: string | null): bigint {
  if (entry === null) return 0n
  const read = Buffer.from(entry.slice(2), 'hex')
  if (read.length !== entrySize) throw new NodeError('an account of another form')
  const free = read.subarray(freeAt, freeAt + amountSize)
  return BigInt(`0x${hex(Buffer.from(free).reverse())}`)
}

function hex(part: Uint8Array): string {
  return Buffer.from(part).toString('hex')
}

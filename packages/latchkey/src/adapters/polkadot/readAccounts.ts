import * as v from 'valibot'
import type { AccountFacts } from '../../core/connector.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { listOf } from '../../protocol/schema/list.js'
import { type Prefixes, prefixOfNetwork } from './prefixes.js'
import { readSs58, toSs58 } from './ss58.js'

/**
 * The kinds of keys. An account without one has the wallets' usual kind; of another kind than these, only the chain can
 * tell which signatures are the account's.
 */
const kinds = ['sr25519', 'ed25519', 'ecdsa'] as const

const accountSchema = v.object({
  address: v.pipe(v.string(), v.maxLength(64)),
  type: v.nullish(v.fallback(v.picklist([...kinds, 'unknown']), 'unknown')),
  genesisHash: v.optional(v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i))), undefined)),
})

const accountsSchema = listOf(accountSchema, 100)

/**
 * Reads the accounts that a wallet lists, for one network: their addresses in the network's prefix, without those that
 * the wallet keeps for another chain (a hardware wallet's) and those of other formats. Empty if the list is unsound.
 */
export function readAccounts(
  said: unknown,
  networkId: CaipNetworkId,
  prefixes: Prefixes,
): readonly AccountFacts[] {
  const parsed = v.safeParse(accountsSchema, said)
  if (!parsed.success) return []
  const prefix = prefixOfNetwork(networkId, prefixes)
  const accounts = new Map<string, AccountFacts>()
  for (const { address, type, genesisHash } of parsed.output) {
    const read = readSs58(address)
    if (read === undefined || !isOn(networkId, genesisHash)) continue
    const own = toSs58(read.accountId, prefix)
    if (!accounts.has(own)) accounts.set(own, { address: own, type: type ?? 'sr25519' })
  }
  return [...accounts.values()]
}

const isOn = (networkId: CaipNetworkId, genesisHash: string | null | undefined) =>
  !genesisHash || networkId.endsWith(`:${genesisHash.slice(2, 34).toLowerCase()}`)

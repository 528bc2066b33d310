import * as v from 'valibot'
import type { Context } from '../../../../shared/context.js'
import { createKeep } from '../../../keep.js'
import type { Nodes } from '../../../nodes.js'
import { expectResult } from '../../expectResult.js'
import { inContext } from '../methods.js'
import { tokenPrograms } from '../tokens.js'

/** Most token accounts whose histories are read for one owner. */
const accountLimit = 40
/** How long the list of an owner's token accounts is kept, in milliseconds, and of how many owners. */
const maxAge = 30_000
const ownerLimit = 2_000

const heldSchema = inContext(v.array(v.object({ pubkey: v.string() })))

/** The accounts whose histories together are an owner's. */
export type Accounts = {
  readonly all: readonly string[]
  /** Set if the owner has more than are read. */
  readonly isCut: boolean
}

/**
 * An owner's tokens are in accounts of their own, and nodes list what they receive only there. Accounts that were closed
 * are learned from the transactions that closed them.
 */
export function createAccounts(context: Context) {
  const kept = createKeep<readonly string[]>(context, { ageOf: () => maxAge, limit: ownerLimit })
  const learned = new Map<string, Set<string>>()

  return {
    async of(owner: string, ask: Nodes['ask']): Promise<Accounts> {
      const open = await kept.get(owner, async () => {
        const options = { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: 0 } }
        const replies = await ask(
          tokenPrograms.map((programId) => ({
            method: 'getTokenAccountsByOwner',
            params: [owner, { programId }, options],
          })),
        )
        return replies.flatMap((reply) => expectResult(reply, heldSchema).value.map(({ pubkey }) => pubkey))
      })
      const tokens = [...new Set([...(learned.get(owner) ?? []), ...open])]
      return { all: [owner, ...tokens.slice(0, accountLimit)], isCut: tokens.length > accountLimit }
    },
    /** Notes token accounts that an owner had; returns those that are new. */
    learn(owner: string, known: readonly string[], found: readonly string[]): readonly string[] {
      const fresh = [...new Set(found)].filter((one) => !known.includes(one))
      if (fresh.length === 0) return []
      const own = learned.get(owner) ?? new Set()
      learned.delete(owner)
      for (const one of fresh) if (own.size < accountLimit) own.add(one)
      learned.set(owner, own)
      const [oldest] = learned.keys()
      if (learned.size > ownerLimit && oldest !== undefined) learned.delete(oldest)
      return fresh
    },
  }
}

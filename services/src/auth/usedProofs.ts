import type { Kysely } from 'kysely'

/** The table of proofs that were already used. */
export type ProofTable = { readonly id: string; readonly expires_at: number }

/**
 * Returns a function that tells whether a proof id (at most 200 characters) is new, and remembers it until `until`.
 *
 * @param store The store's name, with which its table `…_proofs` begins.
 */
export function createUsedProofs(untyped: Kysely<never>, store: string, now: () => number) {
  // The statements are typed by a name that every store's table stands for.
  const database = untyped as unknown as Kysely<{ proofs: ProofTable }>
  const proofs = `${store}_proofs` as 'proofs'
  return async (id: string, until: number): Promise<boolean> => {
    await database.deleteFrom(proofs).where('expires_at', '<=', now()).execute()
    const row = await database
      .insertInto(proofs)
      .values({ id, expires_at: until })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }
}

import { defineSlot } from '../../core/slots.js'
import type { Kit } from '../Kit.js'

/** What a feature does when connections end. */
export type Farewell = {
  /**
   * Runs first, while the accounts are still known, and is awaited: signing out at a server. Gets the ending wallets.
   */
  readonly before?: ((kit: Kit, connectorIds: readonly string[]) => Promise<void>) | undefined
  /** Forgets the feature's data about accounts. `isLast`: no account is connected any more. */
  readonly forget?:
    | ((kit: Kit, left: { readonly isLast: boolean; readonly connectorIds: readonly string[] }) => void)
    | undefined
}

const farewells = defineSlot<Set<Farewell>>('connection.farewells')

/** Registers what a feature does when connections end; once, however often it is called with the same. */
export function onDisconnect(kit: Kit, farewell: Farewell): () => void {
  const known = kit.slots.ensure(farewells, () => new Set())
  known.add(farewell)
  return () => void known.delete(farewell)
}

export function farewellsOf(kit: Kit): readonly Farewell[] {
  return [...(kit.slots.get(farewells) ?? [])]
}

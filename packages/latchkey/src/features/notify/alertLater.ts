import type { Kit } from '../Kit.js'

/** Tells the developer where a refusal calls for it, by code that is loaded with the first one. */
export function alertLater(kit: Kit, refusal: unknown): void {
  import('./alertOnRefusal.js').then(
    ({ alertOnRefusal }) => alertOnRefusal(kit, refusal),
    // The refusal itself is what the developer must see.
    () => console.error(refusal),
  )
}

import type { Kit } from '../Kit.js'

/** Alerts the developer if a refusal calls for it, with code that the first refusal loads. */
export function alertLater(kit: Kit, refusal: unknown): void {
  import('./alertOnRefusal.js').then(
    ({ alertOnRefusal }) => alertOnRefusal(kit, refusal),
    // The alert's code did not load: at least log the refusal.
    () => console.error(refusal),
  )
}

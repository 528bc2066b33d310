import { createDeferred } from '../../core/deferred.js'
import { type Intent, isOpen } from '../../core/intent.js'
import type { Kit } from '../Kit.js'

/** The locks that this page holds: another kit of the same page reads the same storage, and may ask. */
const heldHere = new WeakMap<LockManager, Set<string>>()

/**
 * Asks the wallet for an intent while no other tab of this origin asks for one of the same account and network. The
 * browser's locks decide that (Web Locks API), since a tab may read what another tab has stored only some time later.
 * Without such locks the wallet is asked.
 *
 * The lock is released when the wallet has answered, or when the visitor has given up the request.
 *
 * @throws What `refusal` returns: another tab is asking, and `ask` was not called.
 */
export async function inOneTab<answer>(
  kit: Kit,
  { id, networkId, account }: Intent,
  { ask, refusal }: { readonly ask: () => Promise<answer>; readonly refusal: () => Error },
): Promise<answer> {
  const locks = globalThis.navigator?.locks
  const name = `latchkey.asking ${networkId} ${account}`
  let asked: Promise<answer> | undefined
  let isRefused = false
  await locks
    ?.request(name, { ifAvailable: true }, (lock) => {
      const held = heldHere.get(locks) ?? new Set()
      if (lock === null) {
        isRefused = !held.has(name)
        return undefined
      }
      heldHere.set(locks, held.add(name))
      asked = ask()
      const { gone, stop } = watch(kit, id)
      return Promise.race([asked.catch(() => {}), gone]).finally(() => {
        held.delete(name)
        stop()
      })
    })
    // A page without an origin of its own has no locks.
    .catch(() => {})
  if (isRefused) throw refusal()
  return await (asked ?? ask())
}

/** `gone` resolves when an open intent is closed; what was given up may stay among them. */
function watch({ store }: Kit, id: string) {
  const { promise: gone, resolve } = createDeferred<void>()
  let wasOpen = false
  const stop = store.subscribe(({ intent }) => {
    const isThere = intent?.open.some((one) => one.intent.id === id && isOpen(one)) === true
    if (wasOpen && !isThere) resolve()
    wasOpen ||= isThere
  })
  return { gone, stop }
}

import { defineSlot } from '../../core/slots.js'
import type { SurfaceView } from '../../protocol/frame/messages.js'
import type { Kit } from '../Kit.js'
import { endLatest, latest } from '../latest.js'
import { askFrame, updateEmbedded } from './embeddedWallet.js'

/** The view of the wallet's own surface that the visitor looks at. */
export const surfaceSlot = defineSlot<AbortController>('embedded.surface')

/**
 * Shows a view of the wallet's own surface over the modal: what must not lie in the host's page. Resolves when the visitor
 * has left it.
 *
 * @throws `LOGIN_NEEDED`, `FRAME_LOAD_FAILED`, `REQUEST_ABORTED`
 */
export async function openSurface(kit: Kit, { view }: { readonly view: SurfaceView }): Promise<void> {
  const signal = latest(kit, surfaceSlot)
  try {
    await askFrame(kit, 'OPEN_VIEW', { view }, { signal })
    await readWays(kit)
  } finally {
    if (!signal.aborted) endLatest(kit, surfaceSlot)
  }
}

/** Reads what the visitor may have changed on the surface: the ways in, and who can open the wallet. */
async function readWays(kit: Kit): Promise<void> {
  // Without an answer they have deleted the wallet, which the frame tells itself, or the next page reads it.
  const read = await askFrame(kit, 'GET_USER').catch(() => undefined)
  const { user } = kit.store.getState().embedded ?? {}
  if (read === undefined || user === undefined) return
  const { custody = user.custody, isBackedUp = user.isBackedUp } = read
  updateEmbedded(kit, { user: { ...user, custody, isBackedUp } })
}

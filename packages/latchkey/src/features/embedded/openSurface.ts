import { defineSlot } from '../../core/slots.js'
import type { SurfaceView } from '../../protocol/frame/messages.js'
import type { Kit } from '../Kit.js'
import { endLatest, latest } from '../latest.js'
import { askFrame } from './embeddedWallet.js'

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
  } finally {
    if (!signal.aborted) endLatest(kit, surfaceSlot)
  }
}

import type { Kit } from '../Kit.js'
import { screenOf } from './screenOf.js'
import type { ShownRequest, View } from './screens.js'

/** Whether a screen of the history itself shows a request to a wallet (`Screen.shows`). */
export function showsRequest(
  kit: Kit,
  view: View,
  request: ShownRequest['request'],
  review?: string | undefined,
): boolean {
  const parameters = view.parameters as ShownRequest['parameters']
  return screenOf(kit, view)?.shows?.({ request, review, parameters }) === true
}

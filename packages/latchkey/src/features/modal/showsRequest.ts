import { isScreen } from './isScreenOffered.js'
import { type ShownRequest, screens, type View } from './screens.js'

/** Whether a screen of the history itself shows a request to a wallet (`Screen.shows`). */
export function showsRequest(
  view: View,
  request: ShownRequest['request'],
  review?: string | undefined,
): boolean {
  const parameters = view.parameters as ShownRequest['parameters']
  return isScreen(view) && screens[view.name].shows?.({ request, review, parameters }) === true
}

import { currentView } from '../../core/router.js'
import { useKitState } from '../hooks/useKitState.js'
import { useText } from '../locales/useText.js'
import { partsOf } from './screenParts.js'

export function useViewTitle(): string {
  const text = useText()
  return useKitState((state) => {
    const view = currentView(state.modal.stack)
    return partsOf(view).title(text, view, state)
  })
}

import { isOpen } from '../../core/intent.js'
import { accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { isUnsupportedNetwork } from '../network/isUnsupportedNetwork.js'
import type { ScreenFacts } from './screens.js'

/** The facts about a kit's present state that the rules of screens use. */
export function screenFacts(kit: Kit): ScreenFacts {
  const state = kit.store.getState()
  const { status, isRequired = false } = state.siwx
  return {
    isOnUnsupportedNetwork: isUnsupportedNetwork(kit, state),
    isSignInDue: accountOf(state) !== undefined && status !== 'signedIn',
    isSignInRequired: isRequired,
    isRequestOpen: state.intent?.open.some(isOpen) === true,
  }
}

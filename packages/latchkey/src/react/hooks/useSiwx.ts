import { signIn, signOut } from '../../features/siwx/signIn.js'
import type { SiwxState } from '../../features/siwx/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * Returns whether the connected account is signed in, and functions to sign in and out. Needs `siwx` (or `siweConfig`)
 * in the kit's config.
 *
 * @example
 * ```tsx
 * const { status, signIn, signOut } = useSiwx()
 * if (status === 'signedIn') return <button onClick={signOut}>Sign out</button>
 * return <button onClick={signIn}>Sign in</button>
 * ```
 */
export function useSiwx(): SiwxState & {
  readonly signIn: () => Promise<void>
  readonly signOut: () => Promise<void>
} {
  const state = useKitState(({ siwx }) => siwx)
  return { ...state, signIn: useAction(signIn), signOut: useAction(signOut) }
}

import { setLocale } from '../../features/locale/setLocale.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * Returns the kit's language, and a function that changes it.
 *
 * @example
 * ```tsx
 * const { locale, setLocale } = useLocale()
 * <button onClick={() => setLocale('de')}>Deutsch</button>
 * ```
 */
export function useLocale(): {
  readonly locale: string
  readonly setLocale: (locale: string) => Promise<void>
} {
  return { locale: useKitState((state) => state.locale.tag), setLocale: useAction(setLocale) }
}

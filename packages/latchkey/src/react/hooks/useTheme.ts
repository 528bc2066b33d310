import type { ThemeMode, ThemeVariables } from '../../core/Config.js'
import { setThemeMode, setThemeVariables } from '../../features/theme/setTheme.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/** Returns the kit's theme, and functions to change it while the app runs. */
export function useTheme(): useTheme.ReturnType {
  const { mode, variables } = useKitState((state) => state.theme)
  return {
    themeMode: mode,
    themeVariables: variables,
    setThemeMode: useAction(setThemeMode),
    setThemeVariables: useAction(setThemeVariables),
  }
}

export declare namespace useTheme {
  type ReturnType = {
    readonly themeMode: ThemeMode
    readonly themeVariables: ThemeVariables
    readonly setThemeMode: (mode: ThemeMode) => void
    readonly setThemeVariables: (variables: ThemeVariables) => void
  }
}

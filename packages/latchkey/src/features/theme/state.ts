import type { ThemeMode, ThemeVariables } from '../../core/Config.js'

export type ThemeState = { readonly mode: ThemeMode; readonly variables: ThemeVariables }

export const initialThemeState: ThemeState = { mode: 'dark', variables: {} }

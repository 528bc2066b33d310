import type { ThemeVariables } from '../../core/Config.js'

/** The incumbent's theme variables. Lengths are CSS texts: `'4px'`. */
export type AppKitThemeVariables = {
  readonly [name in
    | '--w3m-font-family'
    | '--w3m-accent'
    | '--w3m-color-mix'
    | '--w3m-color-mix-strength'
    | '--w3m-font-size-master'
    | '--w3m-border-radius-master'
    | '--w3m-z-index'
    | '--w3m-qr-color']?: string | number | undefined
}

/**
 * The kit's own variables for the incumbent's. Its two masters are units of which sizes are multiples: text is 1.6 times
 * the one, and our corners are 4 times the other.
 */
export function toThemeVariables(variables: AppKitThemeVariables = {}): ThemeVariables {
  const scaled = (value: string | number | undefined, factor: number) =>
    value === undefined ? undefined : `calc(${typeof value === 'number' ? `${value}px` : value} * ${factor})`
  const mapped: { readonly [name in keyof AppKitThemeVariables]-?: ThemeVariables } = {
    '--w3m-font-family': { '--lk-font-family': variables['--w3m-font-family'] },
    '--w3m-accent': { '--lk-accent': variables['--w3m-accent'] },
    '--w3m-color-mix': { '--lk-color-mix': variables['--w3m-color-mix'] },
    '--w3m-color-mix-strength': { '--lk-color-mix-strength': variables['--w3m-color-mix-strength'] },
    '--w3m-font-size-master': { '--lk-font-size': scaled(variables['--w3m-font-size-master'], 1.6) },
    '--w3m-border-radius-master': { '--lk-radius': scaled(variables['--w3m-border-radius-master'], 4) },
    '--w3m-z-index': { '--lk-z-index': variables['--w3m-z-index'] },
    '--w3m-qr-color': { '--lk-qr-color': variables['--w3m-qr-color'] },
  }
  const given = Object.keys(variables) as (keyof AppKitThemeVariables)[]
  return Object.assign({}, ...given.map((name) => mapped[name])) as ThemeVariables
}

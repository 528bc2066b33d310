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
 * Converts the incumbent's theme variables to the kit's. Two of the incumbent's variables are base units: the kit's
 * text size is 1.6 times the font unit, and its corner radius is 4 times the radius unit.
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

/**
 * Applies the incumbent's variables that a page sets in its own style sheet (`:root { --w3m-z-index: 2000 }`). They are
 * in a layer, so the page's values for the kit's own variables take precedence. Returns a function that removes them.
 */
export function adoptThemeSheet(): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@layer latchkey-appkit {
  [data-latchkey], appkit-button, appkit-connect-button, appkit-account-button, appkit-network-button,
  appkit-wallet-button, w3m-button, w3m-connect-button, w3m-account-button, w3m-network-button {
    --lk-font-family: var(--w3m-font-family);
    --lk-accent: var(--w3m-accent);
    --lk-color-mix: var(--w3m-color-mix);
    --lk-color-mix-strength: var(--w3m-color-mix-strength);
    --lk-font-size: calc(var(--w3m-font-size-master) * 1.6);
    --lk-radius: calc(var(--w3m-border-radius-master) * 4);
    --lk-z-index: var(--w3m-z-index);
    --lk-qr-color: var(--w3m-qr-color);
  }
}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}

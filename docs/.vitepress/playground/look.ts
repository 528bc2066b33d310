import type { ThemeMode, ThemeVariables } from 'latchkey'

/** What the controls of the playground are set to. */
export type Look = {
  mode: ThemeMode
  accent: string
  radius: number
  fontFamily: string
  fontSize: number
  mix: string
  mixStrength: number
  qrColor: string
}

export const plainLook: Readonly<Look> = {
  mode: 'auto',
  accent: '#2f63f5',
  radius: 16,
  fontFamily: '',
  fontSize: 16,
  mix: '#2f63f5',
  mixStrength: 0,
  qrColor: '#14161b',
}

/** Looks to begin with. */
export const presets: { readonly [name: string]: Partial<Look> } = {
  Plain: {},
  Reef: { accent: '#0b7a75', radius: 10, mix: '#0b7a75', mixStrength: 8, qrColor: '#0b4f4c' },
  Sunrise: { accent: '#e8590c', radius: 24, mix: '#ff922b', mixStrength: 10, fontFamily: 'Georgia, serif' },
  Terminal: { mode: 'dark', accent: '#4ade80', radius: 0, fontFamily: 'ui-monospace, Menlo, monospace' },
  Orchid: { accent: '#9c36b5', radius: 20, mix: '#9c36b5', mixStrength: 12, qrColor: '#5f1d70' },
}

export const fonts: { readonly [name: string]: string } = {
  "the system's": '',
  serif: 'Georgia, serif',
  'fixed width': 'ui-monospace, Menlo, monospace',
  "the page's": 'inherit',
}

/** The tokens that differ from the defaults; the others are `undefined`, which takes them back. */
export function variablesOf(look: Look): ThemeVariables {
  const unlessPlain = <name extends keyof Look>(name: name, value: string | number) =>
    look[name] === plainLook[name] ? undefined : value
  const isMixed = look.mixStrength > 0
  return {
    '--lk-accent': unlessPlain('accent', look.accent),
    '--lk-radius': unlessPlain('radius', `${look.radius}px`),
    '--lk-font-family': unlessPlain('fontFamily', look.fontFamily),
    '--lk-font-size': unlessPlain('fontSize', `${look.fontSize}px`),
    '--lk-color-mix': isMixed ? look.mix : undefined,
    '--lk-color-mix-strength': isMixed ? look.mixStrength : undefined,
    '--lk-qr-color': unlessPlain('qrColor', look.qrColor),
  }
}

/** What to write into `createKit` for a look. */
export function configOf(look: Look): string {
  const lines = Object.entries(variablesOf(look))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `    '${name}': ${typeof value === 'number' ? value : `'${value}'`},`)
  const variables = lines.length === 0 ? '' : `\n  themeVariables: {\n${lines.join('\n')}\n  },`
  return `createKit({\n  // …\n  themeMode: '${look.mode}',${variables}\n})`
}

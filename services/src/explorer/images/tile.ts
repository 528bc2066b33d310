import { createHash } from 'node:crypto'
import { contrast } from './contrast.js'
import { type Image, svgImage } from './Image.js'

/** Generic words, which do not identify a wallet. */
const generic = /^(wallet|app|mobile|desktop|account|digital|com|formerly)$/i

const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Draws a square tile with a name's initials, in a colour derived from the name. */
export function monogramTile(name: string): Image {
  return textTile(initials(name), tileColor(name))
}

/** Draws a square tile with a few characters in white on `color`. */
export function textTile(label: string, color: string): Image {
  const size = [22, 19, 15, 12][label.length - 1] ?? 10
  const text = `<text x="20" y="20" dy="${(size * 0.36).toFixed(1)}" fill="#fff" font-family="${fonts}" font-size="${size}" font-weight="600" text-anchor="middle">${label}</text>`
  return svgImage(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="${color}" d="M0 0h40v40H0z"/>${text}</svg>`,
    `tile "${label}"`,
  )
}

/**
 * Returns one or two letters or digits for a name: from its first two distinctive words, or from two capitals in one
 * word (`SubWallet` -> `SW`). `?` for a name without any.
 */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !generic.test(word))
  const [first = words[0] ?? '?', second] = telling
  const humps = first.match(/^\p{Lu}\p{Ll}+(\p{Lu})/u)
  const other = second ?? humps?.[1]
  return `${[...first][0] ?? ''}${other === undefined ? '' : ([...other][0] ?? '')}`.toUpperCase()
}

/** Returns a colour for a name, as `#rrggbb`; white text on it has a contrast of at least 4.5. */
export function tileColor(name: string): string {
  const hue = createHash('sha256').update(name.toLowerCase()).digest().readUInt16BE(0) % 360
  for (let lightness = 0.52; ; lightness -= 0.02) {
    const color = hslToHex(hue, 0.55, lightness)
    if (contrast(color, '#ffffff') >= 4.5) return color
  }
}

function hslToHex(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const value = Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
    return value.toString(16).padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

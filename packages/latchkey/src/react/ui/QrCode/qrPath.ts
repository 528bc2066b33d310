import encodeQr from 'qr'

/** A QR code's drawing: its side length in modules, and the paths of its dots and its three finder patterns. */
export type QrDrawing = { readonly side: number; readonly dots: string; readonly finders: string }

/** The share of the code's side that is left free in the middle for a picture; error correction restores it. */
const clearing = 0.24

/** Encodes a text as a QR code of round dots, with room for a picture in the middle. */
export function qrPath(text: string): QrDrawing {
  // `medium` restores 15 % of the code; the picture in the middle hides 6 %.
  const bordered = encodeQr(text, 'raw', { ecc: 'medium', border: 1 })
  const modules = bordered.slice(1, -1).map((row) => row.slice(1, -1))
  const side = modules.length
  const dots: string[] = []
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark && !isInFinder(x, y, side) && !isInClearing(x, y, side)) dots.push(dot(x, y))
    }
  }
  const corners: readonly (readonly [number, number])[] = [
    [0, 0],
    [side - 7, 0],
    [0, side - 7],
  ]
  return { side, dots: dots.join(''), finders: corners.map(([x, y]) => finder(x, y)).join('') }
}

function dot(x: number, y: number): string {
  return `M${x + 0.06} ${y + 0.5}a.44.44 0 1 1 .88 0a.44.44 0 1 1-.88 0`
}

function finder(x: number, y: number): string {
  return `${roundedSquare(x, y, 7, 2.2)}${roundedSquare(x + 1, y + 1, 5, 1.4)}${roundedSquare(x + 2, y + 2, 3, 0.9)}`
}

function roundedSquare(x: number, y: number, size: number, radius: number): string {
  const straight = size - 2 * radius
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return `M${x + radius} ${y}h${straight}${arc(radius, radius)}v${straight}${arc(-radius, radius)}h${-straight}${arc(
    -radius,
    -radius,
  )}v${-straight}${arc(radius, -radius)}z`
}

function isInFinder(x: number, y: number, side: number): boolean {
  const isNearStart = (value: number) => value < 7
  const isNearEnd = (value: number) => value >= side - 7
  return (isNearStart(x) && (isNearStart(y) || isNearEnd(y))) || (isNearEnd(x) && isNearStart(y))
}

function isInClearing(x: number, y: number, side: number): boolean {
  const half = (side * clearing) / 2
  return Math.abs(x + 0.5 - side / 2) < half && Math.abs(y + 0.5 - side / 2) < half
}

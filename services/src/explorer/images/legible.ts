import { contrast } from './contrast.js'

/**
 * Below this contrast a mark cannot be told from its tile at 20 to 40 pixels. Celo's and Blast's yellow have 1.1 with
 * white.
 */
const least = 1.6

const tile = /<path fill="(#[0-9a-f]{3,6})" d="M24 0H0v24h24z"\/>/i

/**
 * Redraws an icon's mark in black if the package draws it in white on a nearly white tile.
 *
 * - Only marks that are entirely white are changed: in others the colours are part of the drawing.
 * - White shapes in clips and masks stay, because they are not visible themselves.
 */
export function legible(svg: string): string {
  const background = tile.exec(svg)
  if (background?.[1] === undefined || contrast(background[1], '#ffffff') >= least) return svg
  const start = background.index + background[0].length
  const parts = svg.slice(start).split(/(<(clipPath|mask)\b.*?<\/\2>)/s)
  // Splitting by two groups gives: visible part, hidden part, name of the hidden element, visible part and so on.
  const drawn = parts.filter((_part, index) => index % 3 === 0).join('')
  const fills = [...drawn.matchAll(/\b(?:fill|stroke)="([^"]*)"/g)].map(([, fill]) => fill)
  if (fills.length === 0 || !fills.every((fill) => fill === '#fff')) return svg
  const mark = parts.map((part, index) => {
    if (index % 3 === 2) return ''
    return index % 3 === 0 ? part.replace(/"#fff"/g, '"#000"') : part
  })
  return svg.slice(0, start) + mark.join('')
}

import { checkSvg } from './checkSvg.js'

/** A picture in its response format. */
export type Image = { readonly type: ImageType; readonly body: string | Uint8Array<ArrayBuffer> }

export type ImageType = 'image/svg+xml' | 'image/png' | 'image/webp' | 'image/jpeg'

/** Checks and wraps an SVG picture. Throws if it must not be served. */
export function svgImage(svg: string, source: string): Image {
  const problem = checkSvg(svg)
  if (problem !== undefined) throw new Error(`${source} must not be served: ${problem}`)
  // White space between tags draws nothing.
  return { type: 'image/svg+xml', body: svg.trim().replace(/>\s+</g, '><') }
}

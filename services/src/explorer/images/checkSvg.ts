const elements = new Set(
  'svg g path circle rect text defs clipPath mask linearGradient radialGradient stop filter feFlood feBlend feColorMatrix feOffset feGaussianBlur feComposite'.split(
    ' ',
  ),
)

// Allowed names; values are checked below. Event handlers, `href` and `src` are not in the list.
const attributes = new Set(
  `xmlns class id width height viewBox x y x1 x2 y1 y2 cx cy r rx fx fy d offset transform opacity fill fill-opacity
  fill-rule clip-path clip-rule mask maskUnits style filter filterUnits color-interpolation-filters flood-opacity
  flood-color result in in2 values type mode dx dy stdDeviation operator k1 k2 k3 k4 gradientUnits gradientTransform
  clipPathUnits stop-color stop-opacity stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit text-anchor font-family font-size font-weight letter-spacing`.split(/\s+/),
)

const tag = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z0-9:-]+="[^"<>&]*")*)\s*(\/?)>/y
const attribute = /\s+([a-zA-Z0-9:-]+)="([^"]*)"/g
const styleValue = /^(mask-type:\s*(luminance|alpha)|mix-blend-mode:\s*[a-z-]+|isolation:\s*isolate);?$/

/**
 * Returns why a picture must not be served, or `undefined` if it is harmless.
 *
 * An allow-list over a strict grammar: elements that only draw, attributes that only style, text only inside `<text>`,
 * and references only to ids in the same document. This excludes scripts, event handlers, foreign HTML, entities,
 * document types and everything that fetches (docs/security.md "icons").
 */
export function checkSvg(svg: string): string | undefined {
  const open: string[] = []
  let position = 0
  while (position < svg.length) {
    const end = svg.indexOf('<', position)
    const text = svg.slice(position, end === -1 ? svg.length : end)
    if (text.trim() !== '' && (open.at(-1) !== 'text' || /[&>]/.test(text))) return 'text outside <text>'
    if (end === -1) break
    tag.lastIndex = end
    const match = tag.exec(svg)
    if (match === null) return `markup that is not a plain tag at ${end}`
    const [whole, slash, name = '', attributeText = '', selfClosing] = match
    if (open.length === 0 && name !== 'svg') return 'a root that is not <svg>'
    if (!elements.has(name)) return `<${name}>`
    const problem = checkAttributes(attributeText)
    if (problem !== undefined) return problem
    if (slash === '/') {
      if (open.pop() !== name) return `</${name}> without its start`
    } else if (selfClosing !== '/') open.push(name)
    position = end + whole.length
    if (open.length === 0) return svg.slice(position).trim() === '' ? undefined : 'something after </svg>'
  }
  return 'no complete <svg>'
}

function checkAttributes(text: string): string | undefined {
  for (const [, name = '', value = ''] of text.matchAll(attribute)) {
    if (!attributes.has(name)) return `attribute ${name}`
    if (name === 'xmlns' && value !== 'http://www.w3.org/2000/svg') return 'a namespace other than SVG'
    if (name === 'style' && !styleValue.test(value)) return `style "${value}"`
    // `url(#a)` refers to this document; a browser would fetch any other address.
    if (value.replace(/url\(#[\w-]+\)/g, '').match(/url|\/\/|:/i) && name !== 'xmlns' && name !== 'style') {
      return `address in ${name}`
    }
  }
  return undefined
}

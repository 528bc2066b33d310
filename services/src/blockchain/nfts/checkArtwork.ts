const elements = new Set(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc style image
  linearGradient radialGradient stop pattern clipPath mask marker switch view animate animateTransform animateMotion mpath
  set filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(
    /\s+/,
  ),
)

/** The only namespaces that may be declared, so that no prefix can smuggle an element in. */
const namespaces: ReadonlyMap<string, string> = new Map([
  ['xmlns', 'http://www.w3.org/2000/svg'],
  ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
])

const prologue = /^\uFEFF?\s*(?:<\?xml\s[^<>?]*\?>\s*)?(?:<!DOCTYPE\s+svg[^<>[\]]*>\s*)?/i
const tag = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /\s+([a-zA-Z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/i
const ownPicture = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/
const depthLimit = 100

/**
 * Returns why a collectible's SVG must not be served, or `undefined` if it only draws.
 *
 * Artists use more of SVG than icons do, so style sheets, animations and embedded pictures are allowed. Scripts, event
 * handlers, foreign HTML, links, entities and everything that fetches are refused. The check is an allow-list over a
 * strict grammar: it refuses text that a browser might parse differently. The kit still shows such a picture only as an
 * image.
 */
export function checkArtwork(svg: string): string | undefined {
  let position = prologue.exec(svg)?.[0].length ?? 0
  const open: string[] = []
  while (position < svg.length) {
    const start = svg.indexOf('<', position)
    const text = svg.slice(position, start === -1 ? svg.length : start)
    const problem = checkText(text, open.at(-1))
    if (problem !== undefined) return problem
    if (start === -1) break
    const marked = readMarked(svg, start)
    if (marked !== undefined) {
      // Outside a style sheet CDATA is unnecessary.
      if (marked.data !== undefined && open.at(-1) !== 'style') return 'CDATA'
      const fault = checkStyle(marked.data ?? '')
      if (fault !== undefined) return fault
      position = marked.end
      continue
    }
    tag.lastIndex = start
    const match = tag.exec(svg)
    if (match === null) return `markup that is not a plain tag at ${start}`
    const [whole, slash, name = '', attributes = '', selfClosing] = match
    if (open.length === 0 && name !== 'svg') return 'a root that is not <svg>'
    if (!elements.has(name)) return `<${name}>`
    if (slash === '/') {
      if (open.pop() !== name) return `</${name}> without its start`
    } else {
      const fault = checkAttributes(attributes)
      if (fault !== undefined) return fault
      if (selfClosing !== '/') open.push(name)
      if (open.length > depthLimit) return 'too deep'
    }
    position = start + whole.length
    if (open.length === 0) return checkEnd(svg, position)
  }
  return 'no complete <svg>'
}

/** Reads a comment or CDATA section: its content and end, or `undefined` if there is none or it is malformed. */
function readMarked(
  svg: string,
  start: number,
): { readonly end: number; readonly data?: string } | undefined {
  const isComment = svg.startsWith('<!--', start)
  const isData = svg.startsWith('<![CDATA[', start)
  if (!isComment && !isData) return undefined
  const [from, mark] = isComment ? [start + 4, '-->'] : [start + 9, ']]>']
  const end = svg.indexOf(mark, from)
  if (end === -1 || (isComment && svg.slice(from, end).includes('--'))) return undefined
  return { end: end + mark.length, ...(isData ? { data: svg.slice(from, end) } : {}) }
}

function checkEnd(svg: string, position: number): string | undefined {
  let rest = position
  for (;;) {
    const start = svg.indexOf('<', rest)
    if (svg.slice(rest, start === -1 ? svg.length : start).trim() !== '') return 'something after </svg>'
    if (start === -1) return undefined
    const marked = readMarked(svg, start)
    if (marked === undefined || marked.data !== undefined) return 'something after </svg>'
    rest = marked.end
  }
}

function checkText(text: string, parent: string | undefined): string | undefined {
  if (entity.test(text)) return 'an entity'
  if (parent === undefined) return text.trim() === '' ? undefined : 'text outside <svg>'
  return parent === 'style' ? checkStyle(text) : undefined
}

function checkAttributes(text: string): string | undefined {
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    const value = double ?? single ?? ''
    if (/^on/i.test(name) || /^(src|srcset|formaction|action|base)$/i.test(name)) return `attribute ${name}`
    if (name.startsWith('xmlns')) {
      if (namespaces.get(name) !== value) return 'a namespace other than SVG'
      continue
    }
    if (name.includes(':') && !/^(xlink:href|xlink:title|xml:space|xml:lang)$/.test(name))
      return `attribute ${name}`
    if (entity.test(value)) return 'an entity'
    if (/(^|:)href$/i.test(name) && !/^#[\w.-]+$/.test(value) && !ownPicture.test(value)) return 'an address'
    // An animation could later set a value that this check refuses now.
    if (name === 'attributeName' && !/^[a-zA-Z-]{1,40}$/.test(value)) return 'an animation'
    if (name === 'attributeName' && /^on|href|src|style/i.test(value)) return 'an animation'
    if (/javascript:|vbscript:/i.test(value)) return `script in ${name}`
    if (!ownPicture.test(value)) {
      const fault = checkStyle(value)
      if (fault !== undefined) return fault
    }
  }
  return undefined
}

/**
 * Matches an address in a style that stays within the picture. An unquoted address contains no `(`, as in CSS, so each
 * match attempt stops at the next one and the total time stays linear.
 */
const ownAddress =
  /url\(\s*(?:"(#[\w.-]+|data:(?:font|image)\/[^"]*)"|'(#[\w.-]+|data:(?:font|image)\/[^']*)'|(#[\w.-]+|data:(?:font|image)\/[^"'()\s]*))\s*\)/gi

/** Checks that a style sheet fetches nothing. Escapes are refused, because they can disguise the checked words. */
function checkStyle(style: string): string | undefined {
  const rest = style.replace(ownAddress, '')
  if (/\burl\b|image-set|@import|@namespace|expression|behavior|-moz-binding/i.test(rest)) return 'an address'
  if (/\\|&#|\/\*/.test(rest)) return 'an escape'
  return undefined
}

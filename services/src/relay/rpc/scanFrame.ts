/** Properties of a JSON text that are found without parsing it. */
export type FrameScan = {
  /** The top-level `id` exactly as written, including quotes. */
  readonly idToken: string | undefined
  /** The nesting depth of objects and arrays. */
  readonly depth: number
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/**
 * Scans a JSON text once, skipping over its strings.
 *
 * It finds two properties that `JSON.parse` cannot give: the exact text of the request id, because a JavaScript number
 * loses the last digits of a 19-digit id; and the depth, before anything is allocated. On invalid JSON the result is
 * meaningless, but the scan still ends in linear time.
 */
export function scanFrame(text: string): FrameScan {
  let depth = 0
  let deepest = 0
  let idToken: string | undefined
  let name: string | undefined
  let isName = false

  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === openBrace || character === openBracket) {
      depth++
      deepest = Math.max(deepest, depth)
      isName = depth === 1 && character === openBrace
    } else if (character === closeBrace || character === closeBracket) {
      depth--
    } else if (depth === 1 && character === comma) {
      isName = true
    } else if (depth === 1 && character === colon) {
      isName = false
      if (name === 'id') idToken = tokenAt(text, index + 1)
      name = undefined
    } else if (character === quote) {
      const end = endOfString(text, index)
      if (isName && depth === 1) name = nameAt(text, index, end)
      index = end
    }
  }
  return { idToken, depth: deepest }
}

/** Returns the index of the quote that ends the string opened at `start`, or the text's end if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** Decodes a member's name; `"\u0069d"` is also `id`. Longer names cannot be `id`. */
function nameAt(text: string, start: number, end: number): string | undefined {
  if (end - start > 16) return undefined
  const raw = text.slice(start, end + 1)
  try {
    return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1)
  } catch {
    // Invalid JSON string: the parser will reject the text.
    return undefined
  }
}

/** Returns the string, number or word at `start`, after white space; undefined for objects and arrays. */
function tokenAt(text: string, start: number): string | undefined {
  let from = start
  while (/[ \t\r\n]/.test(text.charAt(from))) from++
  if (text.charCodeAt(from) === quote) return text.slice(from, endOfString(text, from) + 1)
  return /^[^\s,{}[\]"]{1,64}/.exec(text.slice(from, from + 65))?.[0]
}

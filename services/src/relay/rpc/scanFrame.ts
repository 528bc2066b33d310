/** What can be told of a JSON text without building it. */
export type FrameScan = {
  /** The top-level `id` exactly as it is written, quotes and all. */
  readonly idToken: string | undefined
  /** How deep objects and arrays are nested. */
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
 * Looks through a JSON text once, jumping over its strings.
 *
 * Two things `JSON.parse` cannot give: the request id byte for byte, because 19-digit numbers lose their last digits in
 * a JavaScript number; and the depth before anything is built. On a text that is not JSON the result means nothing, but
 * the scan ends, in time linear in the text.
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

/** The index of the quote that closes the string opened at `start`; the text's end if none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** A member's name; `"\u0069d"` is a way to write `id`, too. Longer names are none we look for. */
function nameAt(text: string, start: number, end: number): string | undefined {
  if (end - start > 16) return undefined
  const raw = text.slice(start, end + 1)
  try {
    return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1)
  } catch {
    // Not a JSON string, so the whole text is not JSON: the parser will say so.
    return undefined
  }
}

/** A string, number or word that stands at `start`, after white space; undefined for objects and arrays. */
function tokenAt(text: string, start: number): string | undefined {
  let from = start
  while (/[ \t\r\n]/.test(text.charAt(from))) from++
  if (text.charCodeAt(from) === quote) return text.slice(from, endOfString(text, from) + 1)
  return /^[^\s,{}[\]"]{1,64}/.exec(text.slice(from, from + 65))?.[0]
}

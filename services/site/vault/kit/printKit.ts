import { sha256 } from '@noble/hashes/sha2.js'
import { base64urlnopad } from '@scure/base'
import { utf8 } from '../bytes.js'
import { VaultError } from '../VaultError.js'
import { type Kit, parseKit } from './Kit.js'

/** A kit's parts for paper, in the order in which they are printed. */
export type PrintedKit = {
  readonly words: readonly string[]
  /** The file, in numbered lines that each end with a checksum, for paper that is scanned or typed. */
  readonly lines: readonly string[]
  /** The file in one text, for a code that a camera reads. */
  readonly code: string
}

const lineLength = 60

/** Prepares a kit for printing. The file's explanation is left out: the page has its own. */
export function printKit(kit: Kit, words: readonly string[]): PrintedKit {
  const { about: _, ...rest } = kit
  const code = JSON.stringify(rest)
  const text = base64urlnopad.encode(utf8(code))
  const parts = text.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  const lines = parts.map((part, index) => `${numberOf(index)} ${part} ${checkOf(index, part)}`)
  return { words, lines, code }
}

/** Writes a printed kit as plain text. `texts` are in the visitor's language. */
export function kitAsText(
  { words, lines }: PrintedKit,
  texts: { readonly title: string; readonly words: string; readonly file: string },
): string {
  const numbered = words.map((word, index) => `${String(index + 1).padStart(2)}. ${word.padEnd(10)}`)
  const rows = Array.from({ length: Math.ceil(numbered.length / 4) }, (_, row) =>
    numbered
      .slice(row * 4, row * 4 + 4)
      .join(' ')
      .trimEnd(),
  )
  return [texts.title, '', texts.words, '', ...rows, '', texts.file, '', ...lines, ''].join('\n')
}

/**
 * Reads a kit from the text of its file, from a camera's code, or from printed lines among any other text. Throws `damaged`, with the line that
 * is wrong.
 */
export function readKit(text: string): Kit {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return parseKit(trimmed)
  const found = [...text.matchAll(/^\s*(\d{2,3})\s+([\w-]+)\s+([0-9a-f]{4})\s*$/gm)]
  if (found.length === 0) throw new VaultError('damaged', 'this is no kit')
  const parts = found.map(([, number = '', part = '', check], index) => {
    if (number !== numberOf(index)) throw new VaultError('damaged', `line ${numberOf(index)} is missing`)
    if (check !== checkOf(index, part)) throw new VaultError('damaged', `line ${number} is mistaken`)
    return part
  })
  try {
    return parseKit(new TextDecoder().decode(base64urlnopad.decode(parts.join(''))))
  } catch (cause) {
    if (cause instanceof VaultError) throw cause
    throw new VaultError('damaged', 'the last lines are missing', { cause })
  }
}

function numberOf(index: number): string {
  return String(index + 1).padStart(2, '0')
}

function checkOf(index: number, part: string): string {
  const [first = 0, second = 0] = sha256(utf8(`${numberOf(index)} ${part}`))
  return [first, second].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { expect, test } from 'vitest'
import { cleanText } from './text.js'

test.each([
  ['MetaMask', 'MetaMask'],
  ['  Two   words ', 'Two words'],
  ['line\nbreak\ttab', 'line break tab'],
  ['Meta\u200bMask', 'Meta Mask'],
  ['abc\u202edef', 'abc def'],
  ['\u2066x\u2069', 'x'],
  ['nul\u0000', 'nul'],
  ['soft\u00adhyphen', 'soft hyphen'],
  ['hangul\u3164filler', 'hangul filler'],
  ['grapheme\u034fjoiner', 'grapheme joiner'],
  ['khmer\u17b4\u17b5vowels', 'khmer vowels'],
  ['variation\ufe0fselector', 'variation selector'],
  ['braille\u2800blank', 'braille blank'],
  ['null\u{1d159}notehead', 'null notehead'],
  ['tag\u{e0061}', 'tag'],
  ['line\u2028and\u2029paragraph', 'line and paragraph'],
  ['\ufeff', ''],
  ['<img onerror=alert(1)>', '<img onerror=alert(1)>'],
  ['钱包 वॉलेट محفظة', '钱包 वॉलेट محفظة'],
])('%j becomes %j', (value, clean) => {
  expect(cleanText(value, 64)).toBe(clean)
})

test('a long text is cut, and ends with an ellipsis', () => {
  expect(cleanText('a'.repeat(10_000), 64)).toBe(`${'a'.repeat(63)}…`)
})

test('a cut leaves no half character', () => {
  expect(cleanText('🔑'.repeat(40), 64)).toBe(`${'🔑'.repeat(31)}…`)
  expect(cleanText(`a${'🔑'.repeat(200)}`, 4)).toBe('a🔑…')
})

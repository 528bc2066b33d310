/** Marks that turn the direction of writing around, or isolate a part of it. */
const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Characters that are drawn as nothing, halves of characters, and control characters except tab and line feed. */
const hidden = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800\u{1d159}]/u

// Joiners and selectors that belong to how people write: emoji, keycaps, and the joiners of Arabic and Indic scripts.
const flags = /\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu
const emoji =
  /(?:\p{Extended_Pictographic}|[0-9#*])\ufe0f?\p{Emoji_Modifier}?(?:\u20e3|(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)+)?/gu
const joiners =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}])[\u200c\u200d](?=[\p{L}\p{M}])/gu

/** What a text hides from its reader: nothing, characters, or its direction. */
export function hiddenIn(text: string): 'nothing' | 'characters' | 'direction' {
  if (bidirectional.test(text)) return 'direction'
  const plain = text.replace(flags, '').replace(emoji, '').replace(joiners, '')
  return hidden.test(plain) ? 'characters' : 'nothing'
}

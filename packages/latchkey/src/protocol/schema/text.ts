// Control characters, bidirectional overrides and isolates, zero-width and invisible characters: they let a name look
// like another one, or hide the text after it (docs/security.md "explorer/API JSON").
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Variation_Selector}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu

/** Cleans an untrusted text for display: no invisible characters, single spaces, at most `length` characters. */
export function cleanText(value: string, length: number): string {
  const text = clean(value.slice(0, length * 4))
  // A cut between the two halves of a character leaves a half one, which is removed too.
  return text.length > length ? `${clean(text.slice(0, length - 1))}…` : text
}

const clean = (text: string) => text.replace(invisible, ' ').replace(/\s+/g, ' ').trim()

// Control characters, bidirectional overrides and isolates, zero-width and invisible characters: they let a name look
// like another one, or hide the text after it (docs/security.md "explorer/API JSON"). `DI` are those that no font has to
// draw; the braille blank and the null notehead are drawn as nothing.
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800\u{1d159}]/gu

/** Cleans an untrusted text for display: no invisible characters, single spaces, at most `length` characters. */
export function cleanText(value: string, length: number): string {
  const text = clean(value.slice(0, length * 4))
  // A cut between the two halves of a character leaves a half one, which is removed too.
  return text.length > length ? `${clean(text.slice(0, length - 1))}…` : text
}

const clean = (text: string) => text.replace(invisible, ' ').replace(/\s+/g, ' ').trim()

/**
 * Returns the canonical base64 text of a message's bytes, or `undefined` if the message is canonical already or not
 * base64.
 *
 * One envelope can be written in several ways (no padding, other unused bits in the last character, the URL alphabet),
 * which would make a replayed message look new to a program that compares texts. The relay refuses such a variant while
 * the canonical text is on the topic.
 */
export function canonicalText(message: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(message)) return undefined
  const canonical = Buffer.from(message, 'base64').toString('base64')
  return canonical === message ? undefined : canonical
}

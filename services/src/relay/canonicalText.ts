/**
 * The usual base64 text of the bytes that a message encodes, or `undefined` if the message is that already, or no
 * base64 at all.
 *
 * The same envelope can be written in several ways (padding left out, other bits in the last character, the URL
 * alphabet), so that a repeated message looks like a new one to whoever compares texts. The relay refuses such a text
 * while the usual one is on the topic.
 */
export function canonicalText(message: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(message)) return undefined
  const canonical = Buffer.from(message, 'base64').toString('base64')
  return canonical === message ? undefined : canonical
}

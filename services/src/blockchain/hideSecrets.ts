import { cleanText } from 'latchkey/protocol'

/** A node's text made fit for strangers: without addresses, and without any part of the node's own that may be a key. */
export function hideSecrets(text: string, urls: readonly string[]): string {
  let shown = cleanText(text, 4_000)
  for (const secret of urls.flatMap(secretsOf)) shown = shown.replaceAll(secret, '[hidden]')
  return cleanText(shown.replace(/\b(?:https?|wss?):\/\/\S+/gi, '[hidden]'), 300)
}

/** The longest first, so that no part of one is left behind by another. */
function secretsOf(url: string): readonly string[] {
  const { href, host, hostname, pathname, searchParams } = new URL(url)
  const parts = [url, href, host, hostname, ...pathname.split(/[/.]/), ...searchParams.values()]
  // A short part is a word such as `v3`, which a message may well say.
  return [...new Set(parts)].filter((part) => part.length >= 8).sort((a, b) => b.length - a.length)
}

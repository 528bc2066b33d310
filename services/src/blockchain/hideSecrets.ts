import { cleanText } from 'latchkey/protocol'
import { isNoReply, type RpcReply } from '../outbound/post.js'

/** Removes addresses, and any part of the node's own URLs that may be a key, from a node's text. */
function hideSecrets(text: string, urls: readonly string[]): string {
  let shown = cleanText(text, 4_000)
  for (const secret of urls.flatMap(secretsOf)) shown = shown.replaceAll(secret, '[hidden]')
  return cleanText(shown.replace(/\b(?:https?|wss?):\/\/\S+/gi, '[hidden]'), 300)
}

/** Whether a text contains a part of the node's own URLs that may be a key. */
function hasSecret(text: string, urls: readonly string[]): boolean {
  return urls.flatMap(secretsOf).some((secret) => text.includes(secret))
}

/** Hides them in a node's error, and leaves its data out if it contains one. */
export function hideInReply(reply: RpcReply, urls: readonly string[]): RpcReply {
  if (!('error' in reply) || isNoReply(reply)) return reply
  const { data, ...error } = reply.error
  const isShown = data !== undefined && (typeof data === 'string' || !hasSecret(JSON.stringify(data), urls))
  return {
    error: { ...error, message: hideSecrets(error.message, urls), ...(isShown ? { data } : {}) },
  }
}

/** Longest first, so that replacing one secret leaves no rest of another. */
function secretsOf(url: string): readonly string[] {
  const { href, host, hostname, pathname, searchParams } = new URL(url)
  const parts = [url, href, host, hostname, ...pathname.split(/[/.]/), ...searchParams.values()]
  // A short part is a word such as `v3`, which a message may legitimately contain.
  return [...new Set(parts)].filter((part) => part.length >= 8).sort((a, b) => b.length - a.length)
}

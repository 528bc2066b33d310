const mostBytes = 64 * 1024

/**
 * Reads a posted form. Nothing of it if it is too long.
 *
 * @param {import('node:http').IncomingMessage} request @returns {Promise<URLSearchParams>}
 */
export async function readForm(request) {
  /** @type {Buffer[]} */
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= mostBytes) chunks.push(chunk)
  }
  return new URLSearchParams(size > mostBytes ? '' : Buffer.concat(chunks).toString('utf8'))
}

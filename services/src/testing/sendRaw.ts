import { connect } from 'node:net'
import fc from 'fast-check'

/** Parts of paths that servers and URL parsers read differently. */
export const pathPart = fc.oneof(
  fc.constantFrom(
    ...['%', '%2', '%2f', '%00', '%ff', '%zz', '..', '/', '//', '\\', '?', '#', ':', '@', '[', ']', '&a='],
  ),
  fc.string({ maxLength: 3 }).map((text) => text.replace(/[\s\u007f-\uffff]/g, '')),
)

/**
 * Sends a request without a body as it is written, which HTTP clients would normalise, and returns the whole answer.
 *
 * @param line The method and the path: `GET /%2e%2e`.
 * @param headers Those that decide when the server closes the connection, each with its line end.
 */
export async function sendRaw(
  port: number,
  line: string,
  headers = 'Connection: close\r\n',
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: 0\r\n\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer)
    // A connection that was upgraded, or that asked to be, does not end by itself.
    if (!headers.includes('close') && Buffer.concat(chunks).includes('\r\n')) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Like {@link sendRaw}, and returns the status of the answer; `none` without one. */
export async function statusOf(...parameters: Parameters<typeof sendRaw>): Promise<string> {
  return /^HTTP\/1\.1 (\d{3})/.exec(await sendRaw(...parameters))?.[1] ?? 'none'
}

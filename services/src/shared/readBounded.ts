import { readBounded as readParts } from 'latchkey/protocol'

/**
 * Reads the body of a request or answer up to a number of bytes.
 *
 * @param onBytes Called with the number of bytes that arrive. If it throws, the rest is not read.
 * @returns `undefined` for a longer body, whose rest is not read.
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null | undefined,
  limit: number,
  onBytes?: ((count: number) => void) | undefined,
): Promise<Buffer | undefined> {
  if (!body) return Buffer.alloc(0)
  // Node's web streams are iterable, but their types do not say so.
  const parts = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  try {
    const read = await readParts(() => parts.next(), limit, onBytes)
    const [only] = read ?? []
    if (only !== undefined && read?.length === 1)
      return Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    return read && Buffer.concat(read)
  } finally {
    // Ends the stream if it is not at its end.
    await parts.return?.()
  }
}

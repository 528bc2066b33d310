/**
 * Reads the body of a request or answer up to a number of bytes.
 *
 * @param onBytes Called with the number of bytes that arrive. If it throws, the rest is not read.
 * @returns `undefined` for a longer body, whose rest is not read.
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null | undefined,
  limit: number,
  onBytes: (count: number) => void = () => undefined,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Node's web streams are iterable, but their types do not say so.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > limit) return undefined
    onBytes(chunk.byteLength)
    chunks.push(chunk)
  }
  const [only] = chunks
  if (only !== undefined && chunks.length === 1)
    return Buffer.from(only.buffer, only.byteOffset, only.byteLength)
  return Buffer.concat(chunks)
}

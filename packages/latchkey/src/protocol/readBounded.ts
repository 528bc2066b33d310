/** A part of a body: what a web stream's `read` and an iterator's `next` resolve to. */
type Part = { readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }

/**
 * Reads a body part by part, up to a number of bytes.
 *
 * @param next Resolves to the next part.
 * @param onBytes Called with the number of bytes that arrive; if it throws, the rest is not read.
 * @returns `undefined` for a longer body: the caller ends its stream.
 */
export async function readBounded<part extends Part>(
  next: () => PromiseLike<part>,
  limit: number,
  onBytes?: ((count: number) => void) | undefined,
): Promise<NonNullable<part['value']>[] | undefined> {
  const parts: NonNullable<part['value']>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await next()
    if (done || value === undefined) return parts
    size += value.byteLength
    if (size > limit) return undefined
    onBytes?.(value.byteLength)
    parts.push(value)
  }
}

/**
 * Parses JSON, by default with `JSON.parse`.
 *
 * @throws what `failure` makes of the reason, if the text is no JSON.
 */
export function parseJsonOr(
  text: string,
  failure: (cause: unknown) => Error,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw failure(cause)
  }
}

/** Parses JSON; `undefined` if the text is not JSON (HTML, a truncated body), which every schema refuses. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

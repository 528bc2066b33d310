import fc from 'fast-check'

/** Texts that differ in one to three places from one of the given texts, by letters of the alphabet. */
export function mutatedText(texts: readonly string[], alphabet: string): fc.Arbitrary<string> {
  const change = fc.record({
    kind: fc.constantFrom('replace', 'insert', 'delete', 'swap'),
    at: fc.nat(80),
    letter: fc.constantFrom(...alphabet),
  })
  const changes = fc.array(change, { minLength: 1, maxLength: 3 })
  return fc.tuple(fc.constantFrom(...texts), changes).map(([text, list]) =>
    list.reduce((now, { kind, at, letter }) => {
      const place = at % (now.length || 1)
      const [head, tail] = [now.slice(0, place), now.slice(place)]
      if (kind === 'replace') return head + letter + tail.slice(1)
      if (kind === 'insert') return head + letter + tail
      if (kind === 'delete') return head + tail.slice(1)
      return head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2)
    }, text),
  )
}

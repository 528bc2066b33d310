/**
 * One conformance check: pass it to your test runner as `test(check.name, check.run)`. Rejects with a sentence if it
 * fails.
 */
export type Check = { readonly name: string; readonly run: () => Promise<void> }

export function must(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new Error(sentence)
}

export function isPlainJson(value: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(structuredClone(value))
}

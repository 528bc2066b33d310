import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { lastWordsOf } from './lastWordsOf.mjs'

/** What Node.js prints when a program ends like this. */
function wordsOf(program: string): string[] {
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' })
  } catch (error) {
    return String((error as { readonly stderr: Buffer }).stderr).split('\n')
  }
  throw new Error('the program did not fail')
}

test.each([
  ["throw new RangeError('too far')", 'RangeError: too far'],
  ["Promise.reject(new Error('first line\\nsecond line'))", 'Error: first line'],
  ["throw Object.assign(new Error('no room'), { code: 'ENOSPC' })", 'Error: no room'],
  [
    "class WasmError extends Error { name = 'WasmError' }; throw new WasmError('unreachable')",
    'WasmError: unreachable',
  ],
  ["console.error('noise'); console.error('No space left.'); process.exit(3)", 'No space left.'],
])('%s', (program, words) => {
  expect(lastWordsOf(wordsOf(program))).toBe(words)
})

test('a program that said nothing has no last words', () => {
  expect(lastWordsOf([])).toBe('')
})

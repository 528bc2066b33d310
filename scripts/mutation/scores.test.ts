import { expect, test } from 'vitest'
import { percentOf, scoresOf, sumOf } from './scores.mjs'

const mutant = (status: string, line = 1) => ({
  status,
  mutatorName: 'StringLiteral',
  replacement: '""',
  location: { start: { line, column: 2 } },
})

test('a change counts as noticed if a test failed or hung, and as missed if none ran it or all passed', () => {
  const { scores, missed } = scoresOf({
    'a.ts': {
      mutants: ['Killed', 'Timeout', 'Survived', 'NoCoverage'].map((status, at) => mutant(status, at)),
    },
    'b.ts': { mutants: ['Ignored', 'CompileError', 'RuntimeError'].map((status) => mutant(status)) },
  })
  expect(scores).toEqual({ 'a.ts': { caught: 2, missed: 2 }, 'b.ts': { caught: 0, missed: 0 } })
  expect(missed).toEqual(['a.ts:2:2 StringLiteral: "" (Survived)', 'a.ts:3:2 StringLiteral: "" (NoCoverage)'])
  expect(sumOf(Object.values(scores))).toEqual({ caught: 2, missed: 2 })
})

test('a module without changes has nothing that was missed', () => {
  expect(percentOf({ caught: 0, missed: 0 })).toBe(100)
  expect(percentOf({ caught: 19, missed: 1 })).toBe(95)
})

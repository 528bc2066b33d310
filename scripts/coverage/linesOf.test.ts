import { expect, test } from 'vitest'
import { codeLinesOf, linesOf } from './linesOf.mjs'

const source = `/** What it does. */
function sign(value) {
	if (value < 0) {
		// Below nothing.
		return "minus";
	}

	return "plus";
}
sign(1);
`
const at = (text: string) => source.indexOf(text)
const range = (from: string, to: string, count: number) => ({
  startOffset: at(from),
  endOffset: at(to) + to.length,
  count,
})
const whole = { startOffset: 0, endOffset: source.length, count: 1 }

test('comments, brackets and blank lines hold no code', () => {
  expect(codeLinesOf(source).map((offset) => source.slice(offset, offset + 6))).toEqual([
    'functi',
    'if (va',
    'return',
    'return',
    'sign(1',
  ])
})

test('an untaken branch did not run, although its function did', () => {
  const functions = [
    { ranges: [whole] },
    { ranges: [range('function', '"plus";\n}', 1), range('{\n\t\t//', '"minus";\n\t}', 0)] },
  ]
  expect(linesOf(source, functions)).toBe('11011')
})

test('an uncalled function did not run', () => {
  const functions = [{ ranges: [range('function', '"plus";\n}', 0)] }, { ranges: [whole] }]
  expect(linesOf(source, functions)).toBe('00001')
})

test('ignores what the test runner adds', () => {
  expect(codeLinesOf('const __vite_ssr_import_0__ = 1;\n__vite_ssr_exportName__("a");\na();')).toHaveLength(1)
})

import { describe, expect, test } from 'vitest'
import { comparisons, screenNamesOf } from './screenNames.mjs'

const names = new Set(['Connect', 'Account'])

describe('a screen that is asked for its name is found', () => {
  test.each([
    `if (view.name === 'Account') close()`,
    `const isAt = "Account" !== currentView(stack).name`,
    `if (name == 'Account') close()`,
    `switch (name) { case 'Account': close() }`,
    `if (['Account', 'Other'].includes(name)) close()`,
    `if (new Set(['Account']).has(name)) close()`,
    `if (name.startsWith('Account')) close()`,
    `const shown = name === 'Account' ? <p>yes</p> : null`,
  ])('%s', (code) => {
    expect(comparisons(`\n${code}`, names)).toEqual([{ line: 2, name: 'Account' }])
  })
})

test.each([
  `openModal(kit, { view: { name: 'Account' } })`,
  `const screens = { Account: { needs: 'account' } }`,
  `if (view.name === 'Other') close()`,
  `// view.name === 'Account'`,
  `if (screens[view.name].isReview === true) close()`,
])('what does not compare names is left alone: %s', (code) => {
  expect(comparisons(code, names)).toEqual([])
})

test('the names are those of the type', () => {
  const text = `type Other = { a: 1 }\nexport type ViewParameters = { Connect: undefined\n Account: { readonly tab?: 'x' } | undefined }`
  expect(screenNamesOf(text)).toEqual(names)
})

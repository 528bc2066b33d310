import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { faultsOf } from './faultsOf.mjs'
import { groups } from './modules.mjs'

const files = ['a/one.ts', 'a/one.test.ts', 'a/two.ts']
const faults = (names: string[], tests?: string[]) =>
  faultsOf({ folder: 'a', names, ...(tests && { tests }) }, (path) => files.includes(path))

test('a module or a test that does not exist is a fault', () => {
  expect(faults(['one', 'two'], ['one'])).toEqual([])
  expect(faults(['one', 'gone'], ['two'])).toEqual([
    'a/gone.ts: there is no such file.',
    'a/two.test.ts: there is no such file.',
  ])
})

test('a name that is listed twice is a fault', () => {
  expect(faults(['one', 'one'])).toEqual(['a/one.ts: it is listed twice.'])
})

test('the list of modules has no fault', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const all = groups.flatMap((group) => faultsOf(group, (path) => existsSync(`${root}${path}`)))
  expect(all).toEqual([])
})

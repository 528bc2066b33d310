import { expect, test } from 'vitest'
import { judge, raised, shareOf } from './shares.mjs'

test('a line ran if any test file ran it; a module that no test loads did not run', () => {
  const modules = { 'packages/a/src/one.ts': 9, 'packages/a/src/never.ts': 4, 'services/src/two.ts': 2 }
  const records = [
    { 'packages/a/src/one.ts': '1100' },
    { 'packages/a/src/one.ts': '0110', 'services/src/two.ts': '11' },
    { 'packages/a/src/one.test.ts': '1111' },
  ]
  expect(shareOf(modules, records)).toEqual({ 'packages/a': 37.5, services: 100 })
})

test("a package's views count apart from its other modules", () => {
  const modules = { 'packages/a/src/one.ts': 2, 'packages/a/src/View.tsx': 4 }
  const records = [{ 'packages/a/src/one.ts': '11' }, { 'packages/a/src/View.tsx': '1000' }]
  expect(shareOf(modules, records)).toEqual({ 'packages/a': 100, 'packages/a (views)': 25 })
})

test('a package without lines has a share of 0, not NaN', () => {
  expect(shareOf({ 'packages/a/src/types.ts': 0 }, [])).toEqual({ 'packages/a': 0 })
})

test('reports a share below its floor, and a package without a floor', () => {
  expect(judge({ same: 80, fallen: 80, gone: 1 }, { same: 80, fallen: 79.99, young: 50 })).toEqual([
    'fallen fell to 79.99 % of its lines, below 80 %.',
    'gone has a floor, and is gone: take it out of floors.json.',
    'young has no floor: run node scripts/coverage.mjs --raise.',
  ])
})

test('floors only rise, by whole steps of half a percent', () => {
  expect(raised({ risen: 80, fallen: 80 }, { risen: 81.74, fallen: 12, young: 50.9 })).toEqual({
    risen: 81.5,
    fallen: 80,
    young: 50.5,
  })
})

import { expect, test } from 'vitest'
import { isLoadFailure } from './isLoadFailure.js'

test.each([
  new TypeError('Failed to fetch dynamically imported module: https://app.example/walletState-1.js'),
  new TypeError('error loading dynamically imported module: https://app.example/walletState-1.js'),
  new TypeError('Importing a module script failed.'),
  Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' }),
])('%s is a failure to load code', (error) => {
  expect(isLoadFailure(error)).toBe(true)
})

test.each([
  new TypeError('Failed to fetch'),
  new Error('dynamically imported module'),
  { name: 'ChunkLoadError' },
  undefined,
])('%s is none', (error) => {
  expect(isLoadFailure(error)).toBe(false)
})

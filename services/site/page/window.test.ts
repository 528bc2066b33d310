import { expect, test } from 'vitest'
import { isVisitorOf } from './window.js'

test('the visitor of a window does tasks of the iframe that has the same one, or cannot know', () => {
  expect(isVisitorOf({ user: 'ann' }, 'ann')).toBe(true)
  expect(isVisitorOf({ user: 'bob' }, 'ann')).toBe(false)
  // An iframe that stores nothing forgets its visitor with each page.
  expect(isVisitorOf({}, 'ann')).toBe(true)
  expect(isVisitorOf({ isSignedOut: true }, 'ann')).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { canonicalText } from './canonicalText.js'

describe('canonicalText', () => {
  test.each([
    ['AAAA', undefined],
    ['QUI=', undefined],
    ['QUI', 'QUI='],
    ['QUJ=', 'QUI='],
    ['QUI==', 'QUI='],
    ['-_-_', '+/+/'],
    ['', undefined],
    ['not base64!', undefined],
    ['{"a":1}', undefined],
  ])('%s', (text, canonical) => {
    expect(canonicalText(text)).toBe(canonical)
  })
})

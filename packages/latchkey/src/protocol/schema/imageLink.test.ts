import * as v from 'valibot'
import { expect, test } from 'vitest'
import { imageLinkOrEmpty, imageLinkOrNull, toImageLink } from './imageLink.js'

test.each([
  ['https://icons.example/a.png', 'https://icons.example/a.png'],
  ['data:image/png;base64,iVBORw0=', 'data:image/png;base64,iVBORw0='],
  ['data:image/svg+xml;base64,PHN2Zy8+', 'data:image/svg+xml;base64,PHN2Zy8+'],
  ['data:image/svg+xml,<svg onload=alert(1)>', undefined],
  ['data:text/html;base64,PGI+', undefined],
  ['xdata:image/png;base64,iVBORw0=', undefined],
  ['data:image/png;base64,iVBORw0="', undefined],
  [`data:image/png;base64,${'A'.repeat(30_000)}`, undefined],
  ['ipfs://cid/1.png', undefined],
  ['http://icons.example/a.png', undefined],
  ['javascript:alert(1)', undefined],
  [null, undefined],
])('%.60s is read as %.60s', (value, link) => {
  expect(toImageLink(value)).toBe(link)
})

const picture = (length: number) => 'data:image/png;base64,'.padEnd(length, 'A')

test('a picture within an answer is 24,000 characters long at most', () => {
  expect(toImageLink(picture(24_000))).toBe(picture(24_000))
  expect(toImageLink(picture(24_001))).toBeUndefined()
})

test('a picture field keeps safe addresses, and is empty or null for others', () => {
  const link = 'https://icons.example/a.png'
  expect(v.parse(imageLinkOrEmpty, link)).toBe(link)
  expect(v.parse(imageLinkOrEmpty, 'javascript:alert(1)')).toBe('')
  expect(v.parse(imageLinkOrNull, link)).toBe(link)
  expect(v.parse(imageLinkOrNull, 'javascript:alert(1)')).toBeNull()
  expect(v.parse(imageLinkOrNull, null)).toBeNull()
})

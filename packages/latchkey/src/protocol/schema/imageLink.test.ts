import { expect, test } from 'vitest'
import { toImageLink } from './imageLink.js'

test.each([
  ['https://icons.example/a.png', 'https://icons.example/a.png'],
  ['data:image/png;base64,iVBORw0=', 'data:image/png;base64,iVBORw0='],
  ['data:image/svg+xml;base64,PHN2Zy8+', 'data:image/svg+xml;base64,PHN2Zy8+'],
  ['data:image/svg+xml,<svg onload=alert(1)>', undefined],
  ['data:text/html;base64,PGI+', undefined],
  [`data:image/png;base64,${'A'.repeat(30_000)}`, undefined],
  ['ipfs://cid/1.png', undefined],
  ['http://icons.example/a.png', undefined],
  ['javascript:alert(1)', undefined],
  [null, undefined],
])('%.60s is read as %.60s', (value, link) => {
  expect(toImageLink(value)).toBe(link)
})

import { expect, test } from 'vitest'
import { rowTexts, titleTexts, warningTexts, wordTexts } from './consentTexts.js'

test('every text is a plain sentence or label, with slots of known names', () => {
  const texts = [titleTexts, rowTexts, wordTexts, warningTexts].flatMap((one) => Object.values(one))
  for (const text of texts) expect(text).toMatch(/^[A-Z{][^<>&\n]*[^ ]$/)
  for (const text of Object.values(warningTexts)) expect(text).toMatch(/[.}]$/)
  const slots = new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))
  expect([...slots].sort()).toMatchInlineSnapshot(`
    [
      "address",
      "chainId",
      "count",
      "domain",
      "fields",
      "operator",
      "origin",
      "program",
      "reason",
      "signers",
      "spender",
      "symbol",
      "token",
      "uri",
    ]
  `)
})

import { expect, test } from 'vitest'
import { isConfirmed } from './isConfirmed.js'
import { initialSendState } from './state.js'

const confirmed = (address: string, confirmation?: string, lookalike: string | undefined = 'x') =>
  isConfirmed({
    ...initialSendState,
    recipient: { status: 'valid', address, warnings: [], lookalike },
    confirmation,
  })

test.each([
  ['hexadecimal', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'DC79c8'],
  ['bech32', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'WF5MDQ'],
])('the typed end of a %s address counts in either case', (_, address, typed) => {
  expect(confirmed(address, ` ${typed} `)).toBe(true)
  expect(confirmed(address, `${typed.slice(0, -1)}0`)).toBe(false)
})

test.each([
  ['base58', '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', 'rAaKv'],
  ['SS58', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'KutQY'],
])('the typed end of a %s address counts in its own case only', (_, address, typed) => {
  const end = address.slice(-6)
  expect(end).toContain(typed)
  expect(confirmed(address, end)).toBe(true)
  expect(confirmed(address, end.toLowerCase())).toBe(false)
  expect(confirmed(address, end.toUpperCase())).toBe(false)
})

test('without a look-alike nothing is to be typed', () => {
  expect(confirmed('x', undefined, undefined)).toBe(false)
  expect(isConfirmed(initialSendState)).toBe(true)
})

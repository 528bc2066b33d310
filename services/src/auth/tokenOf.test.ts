import { expect, test } from 'vitest'
import { tokenOf } from './tokenOf.js'

const token = 'Token_of-16chars'

function read(text: string | undefined, scheme: 'DPoP' | 'Bearer' = 'DPoP') {
  const header = (name: string) => (name === 'authorization' ? text : undefined)
  return tokenOf({ header, origin: undefined, project: { id: 'acme' } }, 'authorization', scheme)
}

test.each(['DPoP', 'dpop', 'DPOP'])('reads the token after the scheme, written as %s', (scheme) => {
  expect(read(`${scheme} ${token}`)).toBe(token)
})

test('reads a token of 128 characters', () => {
  expect(read(`Bearer ${'x'.repeat(128)}`, 'Bearer')).toBe('x'.repeat(128))
})

test.each([
  ['there is no such header', undefined],
  ['the header is empty', ''],
  ['the scheme is another one', `Bearer ${token}`],
  ['the scheme stands alone', 'DPoP'],
  ['something stands before the scheme', `x DPoP ${token}`],
  ['something stands after the token', `DPoP ${token} x`],
  ['the token has 15 characters', `DPoP ${token.slice(1)}`],
  ['the token has 129 characters', `DPoP ${'x'.repeat(129)}`],
  ['the token has a character that no token has', `DPoP ${token}=`],
])('returns none if %s', (_, text) => {
  expect(read(text)).toBeUndefined()
})

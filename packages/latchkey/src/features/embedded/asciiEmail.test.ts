import * as v from 'valibot'
import { expect, test } from 'vitest'
import { emailAddress } from '../../protocol/frame/loginFacts.js'
import { asciiEmail } from './asciiEmail.js'

test.each([
  [' ada@tidepool.example ', 'ada@tidepool.example'],
  ["o'connor@tidepool.example", "o'connor@tidepool.example"],
  ['r&d/team@tidepool.example', 'r&d/team@tidepool.example'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
])('%s is an address', (typed, expected) => {
  expect(asciiEmail(typed)).toBe(expected)
  expect(v.is(emailAddress, expected)).toBe(true)
})

test.each([
  ...['', 'ada', 'ada@', '@tidepool.example', 'ada@bücher.example/path', 'ada@bücher.example:80'],
  ...['ada..b@tidepool.example', '.ada@tidepool.example', 'ada@@tidepool.example', 'a b@tidepool.example'],
  ...['"a"@tidepool.example', 'a<b>@tidepool.example', 'a,b@tidepool.example', 'ä@tidepool.example'],
  ...[
    'a\nb@tidepool.example',
    'a;b@tidepool.example',
    'a(b)@tidepool.example',
    'a!b@tidepool.example',
    'a%b@tidepool.example',
    'a\\b@tidepool.example',
  ],
])('%j is none', (typed) => {
  expect(v.is(emailAddress, asciiEmail(typed))).toBe(false)
})

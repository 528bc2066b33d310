import { describe, expect, test } from 'vitest'
import { accepted, isLinkOf, type PaymentLinks, parsePaymentLink, refused } from './parsePaymentLink.js'

/** A family whose links contain only an address, and whose addresses all begin with `t`. */
const links: PaymentLinks = {
  scheme: 'toy',
  parse: (rest) => accepted({ namespace: 'toy', recipient: rest }),
  faultOf: (address) => (address.startsWith('t') ? undefined : 'checksum'),
  make: ({ address }) => `toy:${address}`,
}
const ofToy = { namespace: 'toy', links }
const malformed = { status: 'refused', reason: 'malformed' }
const to = (recipient: string, namespace = 'toy') => ({ status: 'ok', request: { namespace, recipient } })

describe('a link or an address of a family', () => {
  test('may have blanks around it', () => {
    expect(parsePaymentLink(' toy:t1\n', ofToy)).toEqual(to('t1'))
    expect(parsePaymentLink('\tt1 ', ofToy)).toEqual(to('t1'))
    expect(isLinkOf(links, ' TOY:t1')).toBe(true)
    expect(isLinkOf(links, 'toyt1')).toBe(false)
  })

  test.each(['toy:t1\u202e', '\u202etoy:t1', 'toy:t 1', 'toy:т1', 'toy:t1\u0000', 'toy:t1\u007f'])(
    'has no character that is not shown as it is: %j',
    (text) => {
      expect(parsePaymentLink(text, ofToy)).toEqual(malformed)
    },
  )

  test('is 4,096 characters long at most', () => {
    const rest = 't'.repeat(4_092)
    expect(parsePaymentLink(`toy:${rest}`, ofToy)).toEqual(to(rest))
    expect(parsePaymentLink(`toy:${rest}t`, ofToy)).toEqual(malformed)
  })

  test('is checked by its own family, and by no other', () => {
    expect(parsePaymentLink('x1', ofToy)).toEqual({ status: 'refused', reason: 'checksum' })
    expect(parsePaymentLink('toy:main:x1', { ...ofToy, links: { ...links, scheme: 'pay' } })).toEqual({
      status: 'refused',
      reason: 'checksum',
    })
    expect(parsePaymentLink('polkadot:main:x1', ofToy)).toEqual({
      status: 'ok',
      request: { namespace: 'polkadot', networkId: 'polkadot:main', recipient: 'x1' },
    })
  })
})

test.each(['pay:t1', 'toy:main:t1:t2', 'main:', ':t1', 'https://pay.example/t1'])(
  '%s is neither a link nor an account',
  (text) => {
    expect(parsePaymentLink(text, { namespace: 'toy' })).toEqual(malformed)
  },
)

describe('an address of an unknown family', () => {
  test.each(['a', 'A-1.%', '9'.repeat(128)])('may be %s', (address) => {
    expect(parsePaymentLink(address, { namespace: 'toy' })).toEqual(to(address))
  })

  test.each(['_a', 'a_', 'a/b', '9'.repeat(129)])('is not %s', (address) => {
    expect(parsePaymentLink(address, { namespace: 'toy' })).toEqual(malformed)
  })
})

describe('what a link asks for and is not understood', () => {
  test.each(['a', 'gasPrice', 'safe_1', 'a'.repeat(32)])('is named if it is a plain name: %s', (detail) => {
    expect(refused('unsupported', detail)).toEqual({ status: 'refused', reason: 'unsupported', detail })
  })

  test.each(['', 'two words', '.gas', 'gas!', 'a'.repeat(33), 'gäs'])(
    'is not named otherwise: %j',
    (detail) => {
      expect(refused('unsupported', detail)).toEqual({ status: 'refused', reason: 'unsupported' })
      expect(refused('unsupported')).toEqual({ status: 'refused', reason: 'unsupported' })
    },
  )
})

import { expect, test } from 'vitest'
import type { Hex } from './Entry.js'
import { isWorthless } from './isWorthless.js'
import type { TokenFacts } from './tokenFacts.js'

const token: Hex = `0x${'d'.repeat(40)}`
const facts = (more: Partial<TokenFacts> = {}): TokenFacts => ({
  ...{ name: 'Dollar', symbol: 'USD', decimals: 6, iconUrl: '', isListed: true },
  ...more,
})

test.each([
  ['0.000999… of a coin', true, { standard: 'native', units: '999999999999999' }, undefined],
  ['0.001 of a coin', false, { standard: 'native', units: '1000000000000000' }, undefined],
  ['0.099999 of a listed token', true, { standard: 'ERC20', token, units: '99999' }, facts()],
  ['0.1 of a listed token', false, { standard: 'ERC20', token, units: '100000' }, facts()],
  [
    '0.09 of a listed token that is no currency',
    false,
    { standard: 'ERC20', token, units: '9000000' },
    facts({ symbol: 'WBTC', decimals: 8 }),
  ],
  [
    '0.00009999 of a listed token that is no currency',
    true,
    { standard: 'ERC20', token, units: '9999' },
    facts({ symbol: 'WBTC', decimals: 8 }),
  ],
  [
    '1 of a listed token without parts',
    false,
    { standard: 'ERC20', token, units: '1' },
    facts({ decimals: null }),
  ],
  [
    'much of a token that nobody vouches for',
    true,
    { standard: 'ERC20', token, units: '9'.repeat(30) },
    facts({ isListed: false }),
  ],
  ['much of an unknown token', true, { standard: 'ERC20', token, units: '9'.repeat(30) }, undefined],
  ['a collectible', true, { standard: 'ERC721', token, units: '1' }, facts()],
] as const)('%s is worthless: %s', (_name, expected, movement, known) => {
  expect(isWorthless(movement, 18, known)).toBe(expected)
})

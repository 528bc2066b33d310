import { describe, expect, test } from 'vitest'
import type { Asked, FeeQuote } from '../../core/transfers.js'
import { type Quote, readAskedTerms, readQuote, textsOf, toTerms } from './terms.js'

const blockhash = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

describe('what was noted before the wallet was asked', () => {
  const terms = { blockhash, lastValid: '250' }
  const all = { ...terms, newest: signature, slot: '100', units: '500', price: '20000000' }
  const read = (noted: unknown) => readAskedTerms({ kind: 'transaction', terms: noted } as Asked)

  test('is read, with and without what may be absent', () => {
    expect(read(terms)).toEqual({ blockhash, lastValid: 250 })
    expect(read(all)).toEqual({
      ...{ blockhash, lastValid: 250, newest: signature, slot: 100, units: 500n, price: 20_000_000n },
    })
    expect(read({ ...terms, lastValid: '0', price: '0' })).toMatchObject({ lastValid: 0, price: 0n })
    expect(read({ ...terms, units: '9'.repeat(20) })).toMatchObject({ units: BigInt('9'.repeat(20)) })
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', blockhash],
    ['no blockhash', { lastValid: '250' }],
    ['a blockhash that is none', { ...terms, blockhash: `0${blockhash}` }],
    ['a signature for a blockhash', { ...terms, blockhash: signature }],
    ['no height', { blockhash }],
    ['a height that is a number', { ...terms, lastValid: 250 }],
    ['a height that is not whole', { ...terms, lastValid: '2.5' }],
    ['a height below 0', { ...terms, lastValid: '-1' }],
    ['a height above 2^53', { ...terms, lastValid: '9007199254740993' }],
    ['a newest transaction that is none', { ...terms, newest: blockhash }],
    ['a slot that is none', { ...terms, slot: 'x' }],
    ['units that are no digits', { ...terms, units: '-5' }],
    ['units with something behind them', { ...terms, units: '5x' }],
    ['units with something before them', { ...terms, units: 'x5' }],
    ['no units in a text', { ...terms, units: '' }],
    ['a price of too many digits', { ...terms, price: '9'.repeat(21) }],
  ])('is not read from %s', (_, noted) => {
    expect(read(noted)).toBeUndefined()
  })

  test('is absent where nothing was', () => {
    expect(readAskedTerms(undefined)).toBeUndefined()
    expect(readAskedTerms({ kind: 'transaction' })).toBeUndefined()
  })
})

describe('a quote', () => {
  const budget = { units: 500n, price: 20_000_000n }
  const token = { mint: 'mint', program: 'program', decimals: 6 }
  const read = (terms: unknown) => readQuote({ most: '1', about: '1', terms } as FeeQuote)

  test.each<[string, Quote]>([
    ['of the coin', { budget, token: undefined }],
    ['of a token', { budget, token }],
    ['with rent', { budget, token: { ...token, decimals: 0, rent: 2_039_280n } }],
    ['with what is withheld', { budget, token: { ...token, basisPoints: 150n, mostWithheld: 500n } }],
    ['of nothing for its work', { budget: { units: 0n, price: 0n }, token }],
  ])('%s is read as it was written', (_, quote) => {
    const terms = toTerms(quote)
    expect(Object.values(terms).every((one) => typeof one === 'string')).toBe(true)
    expect(read(JSON.parse(JSON.stringify(terms)))).toEqual(quote)
  })

  const terms = { units: '500', price: '20000000', mint: 'mint', program: 'program', decimals: '6' }

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['no units', { ...terms, units: undefined }],
    ['no price', { ...terms, price: undefined }],
    ['a price that is a number', { ...terms, price: 20_000_000 }],
    ['a token without its program', { ...terms, program: undefined }],
    ['a token without its decimals', { ...terms, decimals: undefined }],
    ['decimals that are not whole', { ...terms, decimals: '1.5' }],
    ['a part that is no digits', { ...terms, basisPoints: '1.5' }],
    ['a rent that is no digits', { ...terms, rent: '-1' }],
    ['a most that is no digits', { ...terms, mostWithheld: 'x' }],
    ['a mint that is a number', { ...terms, mint: 1 }],
  ])('is not read from %s', (_, noted) => {
    expect(read(noted)).toBeUndefined()
  })

  test('without a token reads no token, whatever else is there', () => {
    expect(read({ ...terms, mint: undefined })).toEqual({ budget, token: undefined })
    expect(readQuote(undefined)).toBeUndefined()
  })
})

test('facts are written as texts, without those that are absent', () => {
  expect(textsOf({ a: 1n, b: undefined, c: 'x', d: 0 })).toEqual({ a: '1', c: 'x', d: '0' })
})

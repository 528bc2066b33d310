import { expect, test } from 'vitest'
import type { FeeQuote } from '../../core/transfers.js'
import { readTerms } from './choose.js'

const [one, two] = ['a1'.repeat(32), 'b2'.repeat(32)]
const coins = `${one}:0:3000,${two}:12:2000`
const terms = { coins, units: '4000', change: '822', fee: '178' }
const read = (more: object, most = '178') =>
  readTerms({ most, about: most, terms: { ...terms, ...more } } as FeeQuote)

test('the choice behind a quote is read as it was written', () => {
  expect(read({})).toEqual({
    coins: [
      { txid: one, vout: 0, value: 3_000n, isConfirmed: true },
      { txid: two, vout: 12, value: 2_000n, isConfirmed: true },
    ],
    ...{ units: 4_000n, change: 822n, fee: 178n },
  })
  const single = { coins: `${one}:999999999:5000`, change: '0', units: '4822' }
  expect(read(single)).toMatchObject({ coins: [{ vout: 999_999_999 }], change: 0n })
})

test('of up to a hundred coins', () => {
  const many = (count: number) => {
    const list = Array.from({ length: count }, (_, at) => `${one}:${at}:10`).join(',')
    return read({ coins: list, units: String(count * 10 - 178), change: '0' })
  }
  expect(many(100)?.coins).toHaveLength(100)
  expect(many(101)).toBeUndefined()
})

test.each<[string, object]>([
  ['no coins', { coins: undefined }],
  ['an empty list', { coins: '' }],
  ['a coin without its number', { coins: `${one}:5000` }],
  ['a coin without its value', { coins: `${one}:0` }],
  ['an id that is too short', { coins: `${one.slice(1)}:0:5000` }],
  ['an id in capitals', { coins: `${one.toUpperCase()}:0:5000` }],
  ['something before the list', { coins: `x${coins}` }],
  ['something behind the list', { coins: `${coins}x` }],
  ['a comma behind the list', { coins: `${coins},` }],
  ['two coins that are not separated', { coins: coins.replace(',', '') }],
  ['a number of ten digits', { coins: `${one}:1000000000:5000` }],
  ['a value below 0', { coins: `${one}:0:-5000` }],
  ['a value of 17 digits', { coins: `${one}:0:${'0'.repeat(13)}5000` }],
  ['no units', { units: undefined }],
  ['units that are a number', { units: 4000 }],
  ['units with something before them', { units: 'x4000' }],
  ['units with something behind them', { units: '4000 ' }],
  ['units of 17 digits', { units: `${'0'.repeat(13)}4000` }],
  ['no change', { change: undefined }],
  ['no fee', { fee: undefined }],
  ['more units than its coins', { units: '4001' }],
  ['fewer units than its coins', { units: '3999' }],
])('a quote with %s is none', (_, more) => {
  expect(read(more)).toBeUndefined()
})

test('a quote whose fee is another than was shown is none', () => {
  expect(read({}, '179')).toBeUndefined()
  expect(read({}, '0178')).toBeUndefined()
  expect(readTerms(undefined)).toBeUndefined()
  expect(readTerms({ most: '178', about: '178' })).toBeUndefined()
})

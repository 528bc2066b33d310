import { describe, expect, test } from 'vitest'
import { callOf } from './callOf.js'
import { isTransferOf, mayCarry } from './isTransferOf.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const coin = { from: alice, to: bob, units: 77n }
const token = { ...coin, tokenAddress: dollar }
/** A tag that wallets append (ERC-8021), which names the app that made the request. */
const mark = '626173650b0080218021802180218021802180218021'

const ofCoin = { from: alice.toLowerCase(), to: bob.toLowerCase(), value: 77n, input: '0x' }
const ofToken = { from: alice, to: dollar, value: 0n, input: callOf(token).data ?? '0x' }

test.each([
  ['the coin', ofCoin, coin],
  ["the coin with a wallet's mark", { ...ofCoin, input: `0x${mark}` }, coin],
  ['a token', ofToken, token],
  ['a token in other letters', { ...ofToken, input: ofToken.input.toUpperCase() }, token],
  ["a token with a wallet's mark", { ...ofToken, input: `${ofToken.input}${mark}` }, token],
])('%s to its recipient is the transfer', (_, made, transfer) => {
  expect(isTransferOf(made, transfer)).toBe(true)
})

test.each([
  ['another amount of the coin', { ...ofCoin, value: 78n }, coin],
  ['another recipient', { ...ofCoin, to: alice }, coin],
  ["somebody else's", { ...ofCoin, from: bob }, coin],
  ['a contract that is made', { ...ofCoin, to: null }, coin],
  ['another call of the token', { ...ofToken, input: ofToken.input.replace('a9059cbb', '095ea7b3') }, token],
  ['less than the call', { ...ofToken, input: ofToken.input.slice(0, -2) }, token],
  ['the call with coin', { ...ofToken, value: 1n }, token],
])('%s is not', (_, made, transfer) => {
  expect(isTransferOf(made, transfer)).toBe(false)
})

describe('another transaction may carry the transfer', () => {
  const batch = `0x12345678${bob.slice(2).toLowerCase().padStart(64, '0')}`
  const plain = callOf(token).data ?? '0x'

  test.each([
    ['the coin, by a call that names the recipient', { ...ofCoin, to: alice, input: batch }, coin],
    ['the coin, in other letters', { ...ofCoin, to: alice, input: batch.toUpperCase() }, coin],
    ['the coin, by what looks like a call of a token', { ...ofCoin, to: dollar, input: plain }, coin],
    ['a token, by a call of an account', { ...ofToken, to: alice, input: batch }, token],
    ['a token, by a call of another token', { ...ofToken, to: bob, input: plain }, token],
    ['a token, by another of its functions', { ...ofToken, input: batch }, token],
    ['a token, by its own call with more behind it', { ...ofToken, input: `${plain}00` }, token],
    ['a token, by its own call with more before it', { ...ofToken, input: `0x00${plain}` }, token],
  ])('%s', (_, made, transfer) => {
    expect(mayCarry(made, transfer)).toBe(true)
  })

  test.each([
    ['the coin, by a call that names somebody else', { ...ofCoin, to: alice, input: '0x12345678' }, coin],
    ['a token, by its own call, which pays whom it names', ofToken, token],
    [
      'a token, by its own call in other letters',
      { ...ofToken, input: `0x${plain.slice(2).toUpperCase()}` },
      token,
    ],
  ])('not %s', (_, made, transfer) => {
    expect(mayCarry(made, transfer)).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { skeletonOf } from './lookalikes.js'

test.each([
  ['MetaMask', 'METAMASK'],
  ['MetaMask', 'MetaMаsk'],
  ['MetaMask', 'Меtа Маѕk'],
  ['MetaMask', 'MetaMask'],
  ['MetaMask', 'M\u200be\u00adtaMask'],
  ['MetaMask', 'Mėtä-Másk'],
  ['MetaMask', '𝐌𝐞𝐭𝐚𝐌𝐚𝐬𝐤'],
  ['Rainbow', 'Ra1nbow'],
  ['Rainbow', 'Rainb0w'],
  ['Rainbow', 'Raιnbοw'],
  ['Trust Wallet', 'Trust WaIIet'],
  ['Coinbase Wallet', 'Сoіnbаse Wаllеt'],
  ['Phantom', 'Рhаntоm'],
])('%s and %s look the same', (one, other) => {
  expect(skeletonOf(other)).toBe(skeletonOf(one))
})

test.each([
  ['MetaMask', 'MetaMask Flask'],
  ['Rainbow', 'Rainbows'],
  ['Zerion', 'Zeal'],
  ['OKX Wallet', 'Wallet'],
  ['钱包', '錢包'],
  ['ウォレット', 'ワレット'],
])('%s and %s do not', (one, other) => {
  expect(skeletonOf(other)).not.toBe(skeletonOf(one))
})

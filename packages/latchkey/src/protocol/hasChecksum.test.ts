import { expect, test } from 'vitest'
import { hasChecksum } from './hasChecksum.js'

// The examples of EIP-55.
const addresses = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test.each(addresses)('%s has its checksum', (address) => {
  expect(hasChecksum(address)).toBe(true)
})

test.each(addresses)('%s has it no more with one letter in another case', (address) => {
  for (const [at, letter] of Array.from(address).entries()) {
    if (at < 2 || !/[a-f]/i.test(letter)) continue
    const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    expect(hasChecksum(`${address.slice(0, at)}${turned}${address.slice(at + 1)}`)).toBe(false)
  }
})

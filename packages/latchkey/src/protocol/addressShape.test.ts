import { expect, test } from 'vitest'
import { addressShape } from './addressShape.js'

test.each([
  ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 2, true],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 4, true],
  ['BC1PMFR3P9J00PFXJH0ZMGP99Y8ZFTMD3S5PMEDQHYPTWY6LM87HF5SSPKNCK0', 4, true],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 0, false],
  ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', 0, false],
  // A prefix's letters in the middle of an address.
  ['1BoatSLRHtKNngkdXEeobc1qTtb1p4F7', 0, false],
  ['tb', 0, false],
  // An unknown kind of bech32 address.
  ['tb1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 3, true],
  ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 0, false],
])('%s', (address, prefixLength, isCaseless) => {
  expect(addressShape(address)).toEqual({ prefixLength, isCaseless })
})

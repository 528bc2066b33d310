import { expect, test } from 'vitest'
import { truncateAddress } from './truncateAddress.js'

// Spec §9 row "Address truncation": 4 leading, 6 trailing characters.
test.each([
  ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0xd8dA…A96045'],
  ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '5eyk…qZKvdp'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1qar0s…wf5mdq'],
  ['0x1234', '0x1234'],
])('%s shows as %s', (address, shown) => {
  expect(truncateAddress(address)).toBe(shown)
})

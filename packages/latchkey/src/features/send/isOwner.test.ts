import { expect, test } from 'vitest'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { isOwner } from './isOwner.js'

const isSameAddress = (one: string, other: string) => one.slice(1) === other.slice(1)
const families = { adapters: new Map([['toy', mockAdapter({ namespace: 'toy', isSameAddress })]]) }
const owner = { address: 'xabc', networkId: 'toy:1' }

test.each([
  ['xabc', 'toy:1', true],
  ['yabc', 'toy:1', true],
  ['xabd', 'toy:1', false],
  ['xabc', 'toy:2', false],
  ['yabc', 'toy:2', false],
])('%s on %s is the account: %s', (account, networkId, is) => {
  expect(isOwner({ account, networkId }, owner, families)).toBe(is)
})

import { expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import type { Label } from '../account/labels.js'
import type { Account } from '../account/state.js'
import type { State } from '../Kit.js'
import type { Sent } from './state.js'
import { suggestRecipients } from './suggestRecipients.js'

const own = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const address = (digit: number) => `0x${String(digit).repeat(40)}`
const account: Account = {
  address: own,
  addresses: [own],
  caipAddress: `eip155:1:${own}`,
  namespace: 'eip155',
  networkId: 'eip155:1',
  connectorId: 'mock',
}
const sent = (to: string, more: Partial<Sent> = {}): Sent => ({
  kind: 'transaction',
  id: `0x${to}`,
  networkId: 'eip155:1',
  from: own,
  to,
  symbol: 'ETH',
  decimals: 18,
  units: '1',
  sentAt: 0,
  status: 'confirmed',
  ...more,
})
const label = (of: string, text: string, namespace: Label['namespace'] = 'eip155'): Label => ({
  address: of,
  namespace,
  label: text,
})

function suggested(parts: Partial<State['account']>, text = '') {
  const kit = createTestKit()
  const state = kit.store.getState()
  return suggestRecipients(kit, { ...state, account: { ...state.account, ...parts } }, account, text)
}

test('suggests earlier recipients first, then named addresses, each once and with its name', () => {
  const labels = [label(address(3), 'Carol'), label(address(1).toUpperCase().replace('X', 'x'), 'Alan')]
  expect(suggested({ sent: [sent(address(2)), sent(address(1)), sent(address(2))], labels })).toEqual([
    { address: address(2), label: undefined },
    { address: address(1), label: 'Alan' },
    { address: address(3), label: 'Carol' },
  ])
})

test('suggests at most three, and only those that contain the text', () => {
  const labels = [1, 2, 3, 4].map((digit) => label(address(digit), `Person ${digit}`))
  expect(suggested({ labels })).toHaveLength(3)
  expect(suggested({ labels }, ' PERSON 4 ')).toEqual([{ address: address(4), label: 'Person 4' }])
  expect(suggested({ labels }, '0x444')).toEqual([{ address: address(4), label: 'Person 4' }])
  expect(suggested({ labels }, 'nobody')).toEqual([])
})

test('suggests neither the account itself nor recipients of failed transfers, other accounts or other families', () => {
  const others = [
    sent(own),
    sent(address(1), { status: 'failed' }),
    sent(address(2), { from: address(9) }),
    sent(address(3), { networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
  ]
  expect(suggested({ sent: others, labels: [label(address(4), 'S', 'solana')] })).toEqual([])
})

import { expect, test } from 'vitest'
import { type Entry, type Hex, type Movement, zeroAddress } from './Entry.js'
import { sentTo } from './sentTo.js'

const [account, bob, token] = ['a', 'b', 'd'].map((letter): Hex => `0x${letter.repeat(40)}`) as [
  Hex,
  Hex,
  Hex,
]
const coin = (more: Partial<Movement> = {}): Movement => ({
  ...{ standard: 'native', units: '1', from: account, to: bob },
  ...more,
})
const entryOf = (more: Partial<Entry> = {}): Entry => ({
  ...{ hash: `0x${'1'.repeat(64)}`, block: 7, index: 0, minedAt: 1, status: 'confirmed', from: account },
  ...{ to: bob, nonce: 0, selector: '0x', isOwn: true, movements: [coin()], approvals: [] },
  ...more,
})

test.each<[string, Partial<Entry>, readonly object[]]>([
  ['coin', {}, [{ address: bob }]],
  ['a token', { movements: [coin({ standard: 'ERC20', token })] }, [{ address: bob, token }]],
  ['a plain transfer of 0', { movements: [] }, [{ address: bob }]],
  ['a user operation, which a bundler sent', { from: bob, to: token }, [{ address: bob }]],
  ['nothing in a call of a contract', { movements: [], selector: '0x12345678' }, []],
  ['nothing in a transaction that failed', { status: 'failed', movements: [] }, []],
  ['nothing yet in a pending transaction', { status: 'pending' }, []],
  ['nothing in a transaction of somebody else, whatever a token claims', { from: bob, isOwn: false }, []],
  ['nothing with a transfer of 0 by somebody else', { from: bob, isOwn: false, movements: [] }, []],
  ['nothing with incoming coin', { movements: [coin({ from: bob, to: account })] }, []],
  ['nothing to itself', { to: account, movements: [coin({ to: account })] }, []],
  ['nothing to itself with a transfer of 0', { to: account, movements: [] }, []],
  ['nobody by burning a token', { movements: [coin({ standard: 'ERC20', token, to: zeroAddress })] }, []],
  ['nobody by a transfer of 0 to the zero address', { to: zeroAddress, movements: [] }, []],
  ['nobody by a contract creation', { to: null, movements: [] }, []],
  [
    'a collectible, which does not count',
    { movements: [coin({ standard: 'ERC721', token, tokenId: '1' })] },
    [],
  ],
])('the account sent %s', (_name, more, expected) => {
  expect(sentTo(entryOf(more), account)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { describeEntry } from './describeEntry.js'
import type { Entry, Hex, Movement } from './Entry.js'
import { isFolded, isLeftOut } from './isSpamTransaction.js'

const own: Hex = `0x${'a'.repeat(40)}`
const stranger: Hex = `0x${'b'.repeat(40)}`
const listed: Hex = `0x${'c'.repeat(40)}`
const unlisted: Hex = `0x${'d'.repeat(40)}`
const facts = (isListed: boolean) => ({ name: 'Gift', symbol: 'GIFT', decimals: 0, iconUrl: '', isListed })
const around = {
  chainId: 'eip155:31337',
  coin: { chainId: 'eip155:31337', address: own, name: 'Ether', symbol: 'ETH', decimals: 18, iconUrl: '' },
  facts: new Map([
    [listed, facts(true)],
    [unlisted, facts(false)],
  ]),
  symbols: [],
} as const
const out = (token?: Hex): Movement => ({
  standard: token === undefined ? 'native' : 'ERC20',
  token,
  units: '1',
  from: own,
  to: stranger,
})
const operation = (selector: Hex, movements: readonly Movement[], to: Hex = unlisted) => {
  const entry: Entry = {
    ...{ hash: '0x01', block: 1, index: 0, minedAt: 0, status: 'confirmed', from: own, to, nonce: 0 },
    ...{ selector, isOwn: true, movements, approvals: [] },
  }
  return describeEntry(entry, own, around).metadata.operationType
}

// A contract that the visitor calls writes logs: an unlisted one may claim transfers to addresses of its choice.
test.each<[string, Hex, readonly Movement[], string]>([
  ['a claim of an unlisted token', '0x4e71d92d', [out(unlisted)], 'execute'],
  ['a transfer of an unlisted token', '0xa9059cbb', [out(unlisted)], 'send'],
  ['a call by which a listed token leaves', '0x4e71d92d', [out(listed)], 'send'],
  ['a call by which the coin leaves', '0x4e71d92d', [out()], 'send'],
  ['a call by which both leave', '0x4e71d92d', [out(listed), out(unlisted)], 'send'],
])('%s', (_, selector, movements, expected) => {
  expect(operation(selector, movements)).toBe(expected)
})

const got = (token: Hex, name: string, imitators: readonly Hex[]) => {
  const movement: Movement = {
    ...{ standard: 'ERC721', token, tokenId: '7', units: '1', from: stranger, to: own },
  }
  const entry: Entry = {
    ...{ hash: '0x01', block: 1, index: 0, minedAt: 0, status: 'confirmed', from: stranger, to: token },
    ...{ nonce: 0, selector: '0x', isOwn: false, movements: [movement], approvals: [] },
  }
  const known = new Map([[token, { ...facts(false), name }]])
  return describeEntry(entry, own, { ...around, facts: known, imitators: new Set(imitators) })
}

test.each<[string, string, readonly Hex[], folded: boolean, leftOut: boolean]>([
  ['of somebody who resembles nobody is shown', 'Scene', [], false, false],
  ['of an imitator is folded, and not left out', 'Scene', [stranger], true, false],
  ['that advertises a link is left out', 'Visit claim.com', [stranger], true, true],
])('a collectible %s', (_, name, imitators, folded, leftOut) => {
  const transaction = got(unlisted, name, imitators)
  expect([isFolded(transaction, own), isLeftOut(transaction)]).toEqual([folded, leftOut])
})

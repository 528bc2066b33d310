import { encodeAbiParameters, type Hex, pad, toHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { movementsIn } from './movements.js'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const thief = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const items = '0x8ce361602B935680E8DeC218b820ff5056BeB7af'
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

const batchOf = (count: number) => ({
  address: items as Hex,
  topics: [transferBatch, pad(thief), pad(me), pad(thief)],
  data: encodeAbiParameters(
    [{ type: 'uint256[]' }, { type: 'uint256[]' }],
    [Array.from({ length: count }, (_, id) => BigInt(id)), Array.from({ length: count }, () => 1n)],
  ),
})

test('every item of a batch is read, or so many that the request counts as not measured', () => {
  expect(movementsIn([batchOf(60)], me)).toHaveLength(60)
  expect(movementsIn([batchOf(1_000)], me).length).toBeGreaterThan(100)
})

test('the allowance for one item is read with its id and its spender; one of another owner is not', () => {
  const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
  const log = (owner: Hex, spender: Hex) => ({
    address: items as Hex,
    topics: [approval, pad(owner), pad(spender), pad(toHex(77))],
    data: '0x' as Hex,
  })
  const item = { type: 'allowance', contract: items.toLowerCase(), tokenId: '77' }
  expect(movementsIn([log(me, thief), log(thief, me)], me)).toEqual([
    { ...item, spender: thief.toLowerCase(), units: 1n },
  ])
  expect(movementsIn([log(me, zeroAddress)], me)).toEqual([{ ...item, spender: zeroAddress, units: 0n }])
})

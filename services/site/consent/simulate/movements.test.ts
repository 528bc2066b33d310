import { encodeAbiParameters, type Hex, pad } from 'viem'
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

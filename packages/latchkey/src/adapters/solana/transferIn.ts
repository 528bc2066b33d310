import type { Transfer } from '../../core/transfers.js'
import { coinTransferData, systemProgram } from './instructions.js'
import { isSameBytes } from './isSameBytes.js'
import { readWire } from './readWire.js'
import { tokenAccountOf } from './tokens.js'

/** What a token's program is, and what it withholds, is read from the instruction itself: only the mint must be right. */
const firstOfMove = [12, 26]

/**
 * Checks whether a transaction carries a transfer out by itself: same sender, recipient, token and amount. What else a
 * wallet has added, such as a limit or a check of its own, does not matter.
 */
export async function isTransferIn(wire: Uint8Array, transfer: Transfer): Promise<boolean> {
  const instructions = readWire(wire)?.instructions ?? []
  const { from, to, units, tokenAddress } = transfer
  if (tokenAddress === undefined) {
    const data = coinTransferData(units)
    return instructions.some(
      (one) =>
        one.program === systemProgram &&
        one.accounts[0] === from &&
        one.accounts[1] === to &&
        isSameBytes(one.data, data),
    )
  }
  for (const { program, accounts, data } of instructions) {
    const [source, mint, target, owner] = accounts
    if (mint !== tokenAddress || owner !== from || !firstOfMove.includes(data[0] ?? 0)) continue
    const place = { address: tokenAddress, program }
    const [own, wanted] = await Promise.all([tokenAccountOf(from, place), tokenAccountOf(to, place)])
    if (source === own && target === wanted && unitsOf(data) === units) return true
  }
  return false
}

/** The amount of `TransferChecked`, or of `TransferCheckedWithFee`, whose number has two bytes. */
function unitsOf(data: Uint8Array): bigint | undefined {
  const at = data[0] === 12 ? 1 : 2
  if (data.length < at + 9 || (at === 2 && data[1] !== 1)) return undefined
  return new DataView(data.buffer, data.byteOffset).getBigUint64(at, true)
}

import { decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem'
import { quantity } from './hex.js'

/** A call of the account. Amounts are JSON-RPC quantities, in wei. */
export type Call = {
  /** Absent if it creates a contract, which only a transaction can. */
  readonly to?: Hex | undefined
  readonly value: Hex
  readonly data: Hex
}

/** `executeBatch((address target,uint256 value,bytes data)[])` and `execute(address,uint256,bytes)` of the delegate. */
const executeBatch = '0x34fcd5be'
const execute = '0xb61d27f6'

const batchTypes = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const
const executeTypes = [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] as const

/** The call to the account itself that carries out all calls, or none of them. */
export function encodeBatch(calls: readonly Call[]): Hex {
  const tuples = calls.map(({ to, value, data }) => {
    if (to === undefined) throw new TypeError('a batch creates no contract')
    return { target: to, value: BigInt(value), data }
  })
  return `${executeBatch}${encodeAbiParameters(batchTypes, [tuples]).slice(2)}`
}

/** Reads the calls that a call to a smart account carries out; `undefined` if it is none that the delegate has. */
export function decodeBatch(data: Hex): readonly Call[] | undefined {
  const body: Hex = `0x${data.slice(10)}`
  try {
    if (data.startsWith(execute)) {
      const [to, value, inner] = decodeAbiParameters(executeTypes, body)
      return [{ to, value: quantity(value), data: inner }]
    }
    if (!data.startsWith(executeBatch)) return undefined
    const [tuples] = decodeAbiParameters(batchTypes, body)
    return tuples.map(({ target, value, data: inner }) => ({
      to: target,
      value: quantity(value),
      data: inner,
    }))
  } catch {
    // Not the parameters that the delegate reads: it would fail.
    return undefined
  }
}

import type { AbiParameter, Hex } from 'viem'
import type { Row, Value, Warning } from '../ConsentRequest.js'
import { field, word } from '../Draft.js'
import { showText } from '../text/readText.js'

/** More values than these are shown in the raw request only. */
const mostRows = 200

/** The arguments of a call as its method names them. */
export function argumentRows(
  inputs: readonly AbiParameter[],
  values: readonly unknown[],
): { readonly rows: readonly Row[]; readonly warnings: readonly Warning[] } {
  const warnings: Warning[] = []
  let left = mostRows

  function show(parameter: AbiParameter, value: unknown): Value {
    left -= 1
    const array = /^(.*)\[\d*\]$/.exec(parameter.type)
    if (array !== null && Array.isArray(value)) {
      const item = { ...parameter, type: array[1] ?? '' }
      const rows = value
        .slice(0, Math.max(left, 0))
        .map((one, index) => field(String(index + 1), show(item, one)))
      return { type: 'group', rows }
    }
    if ('components' in parameter) {
      const members = value as { readonly [name: string]: unknown } & readonly unknown[]
      const rows = parameter.components.map((one, index) =>
        field(one.name || String(index + 1), show(one, one.name ? members[one.name] : members[index])),
      )
      return { type: 'group', rows }
    }
    if (parameter.type === 'address') return { type: 'address', address: value as Hex }
    if (parameter.type === 'bool') return word(value === true ? 'yes' : 'no')
    if (parameter.type === 'string') {
      const shown = showText(String(value))
      warnings.push(...shown.warnings)
      return shown.value
    }
    if (parameter.type.startsWith('bytes')) return { type: 'hex', hex: value as Hex }
    return { type: 'number', digits: String(value) }
  }

  const rows = inputs.map((parameter, index) =>
    field(parameter.name || String(index + 1), show(parameter, values[index])),
  )
  return { rows, warnings }
}

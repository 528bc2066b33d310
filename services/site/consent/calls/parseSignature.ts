import type { AbiParameter } from 'viem'

export type Method = { readonly name: string; readonly inputs: readonly AbiParameter[] }

/** Reads a text of the table `selectors`: `pay(address to,(uint256 id,bytes data)[] items)`. */
export function parseSignature(text: string): Method {
  const open = text.indexOf('(')
  return { name: text.slice(0, open), inputs: readList(text.slice(open + 1, -1)) }
}

function readList(list: string): readonly AbiParameter[] {
  return splitAtCommas(list).map((part) => {
    const [, inner, suffix, type = '', name = ''] =
      /^(?:\((.*)\)((?:\[\d*\])*)|([^ ()]+))(?: (\w+))?$/.exec(part) ?? []
    return inner === undefined
      ? { name, type }
      : { name, type: `tuple${suffix ?? ''}`, components: readList(inner) }
  })
}

/** Splits at the commas that are in no parentheses. */
function splitAtCommas(list: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const [index, character] of [...list].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character !== ',' || depth > 0) continue
    parts.push(list.slice(start, index))
    start = index + 1
  }
  return list === '' ? [] : [...parts, list.slice(start)]
}

/** The types of a method alone, as its selector is computed from them. */
export function signatureOf({ name, inputs }: Method): string {
  return `${name}(${inputs.map(typeOf).join(',')})`
}

function typeOf(parameter: AbiParameter): string {
  if (!('components' in parameter)) return parameter.type
  return `(${parameter.components.map(typeOf).join(',')})${parameter.type.slice('tuple'.length)}`
}

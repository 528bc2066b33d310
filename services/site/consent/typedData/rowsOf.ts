import type { Row, Value, Warning } from '../ConsentRequest.js'
import { field, word } from '../Draft.js'
import { showText } from '../text/readText.js'
import type { StructNode, TypedNode } from './TypedTree.js'

/** Every field of a struct, with the names that the app's data gives them, and what is wrong with its texts. */
export function rowsOf(node: StructNode): {
  readonly rows: readonly Row[]
  readonly warnings: readonly Warning[]
} {
  const warnings: Warning[] = []
  const rows = node.fields.map(({ name, node: inner }) => field(name, shownValue(inner, warnings)))
  return { rows, warnings }
}

function shownValue(node: TypedNode, warnings: Warning[]): Value {
  switch (node.kind) {
    case 'struct': {
      const rows = node.fields.map(({ name, node: inner }) => field(name, shownValue(inner, warnings)))
      return { type: 'group', rows }
    }
    case 'array':
      return {
        type: 'group',
        rows: node.items.map((item, index) => field(String(index + 1), shownValue(item, warnings))),
      }
    case 'text': {
      const shown = showText(node.value)
      warnings.push(...shown.warnings)
      return shown.value
    }
    case 'bytes':
      return { type: 'hex', hex: node.value }
    case 'address':
      return { type: 'address', address: node.value }
    case 'flag':
      return word(node.value ? 'yes' : 'no')
    default:
      return { type: 'number', digits: String(node.value) }
  }
}

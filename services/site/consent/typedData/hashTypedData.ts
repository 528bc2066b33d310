import { concatHex, type Hex, keccak256, padHex, stringToHex } from 'viem'
import { typesWithin } from './readTypes.js'
import type { StructNode, TypedData, TypedNode, TypeTable } from './TypedTree.js'

/** The hash that an account signs for typed data (EIP-712). */
export function hashTypedData({ types, domain, message }: TypedData): Hex {
  const hashes = new Map<string, Hex>()
  const struct = (node: StructNode) => hashStruct(node, types, hashes)
  return keccak256(concatHex(['0x1901', struct(domain), struct(message)]))
}

function hashStruct(node: StructNode, types: TypeTable, hashes: Map<string, Hex>): Hex {
  const parts = node.fields.map((field) => encode(field.node, types, hashes))
  return keccak256(concatHex([typeHash(node.type, types, hashes), ...parts]))
}

/** The 32 bytes of a value within its struct. */
function encode(node: TypedNode, types: TypeTable, hashes: Map<string, Hex>): Hex {
  switch (node.kind) {
    case 'struct':
      return hashStruct(node, types, hashes)
    case 'array':
      return keccak256(concatHex(node.items.map((item) => encode(item, types, hashes))))
    case 'text':
      return keccak256(stringToHex(node.value))
    case 'bytes':
      return node.type === 'bytes' ? keccak256(node.value) : padHex(node.value, { dir: 'right', size: 32 })
    case 'address':
      return padHex(node.value, { size: 32 })
    case 'flag':
      return padHex(node.value ? '0x1' : '0x0', { size: 32 })
    default:
      return padHex(`0x${BigInt.asUintN(256, node.value).toString(16)}`, { size: 32 })
  }
}

/** The hash of a type's text: itself, then the structs that it is made of, by name. Computed once for each type. */
function typeHash(type: string, types: TypeTable, hashes: Map<string, Hex>): Hex {
  const known = hashes.get(type)
  if (known !== undefined) return known
  const others = [...typesWithin(type, types)].filter((one) => one !== type).sort()
  const text = [type, ...others]
    .map((name) => `${name}(${(types.get(name) ?? []).map((one) => `${one.type} ${one.name}`).join(',')})`)
    .join('')
  const hash = keccak256(stringToHex(text))
  hashes.set(type, hash)
  return hash
}

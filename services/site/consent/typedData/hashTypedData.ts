import { concatBytes, type Hex, keccak256, stringToBytes } from 'viem'
import { bytesToHex, hexToBytes, numberToBytes } from 'viem/utils'
import { typesWithin } from './readTypes.js'
import type { StructNode, TypedData, TypedNode, TypeTable } from './TypedTree.js'

/** The hash that an account signs for typed data (EIP-712). */
export function hashTypedData({ types, domain, message }: TypedData): Hex {
  const hashes = new Map<string, Uint8Array>()
  const struct = (node: StructNode) => hashStruct(node, types, hashes)
  return bytesToHex(hash(Uint8Array.of(0x19, 0x01), struct(domain), struct(message)))
}

type Hashes = Map<string, Uint8Array>

// Bytes throughout: texts of hex would take several times as long, which a visitor notices.
const hash = (...parts: Uint8Array[]): Uint8Array => keccak256(concatBytes(parts), 'bytes')

function hashStruct(node: StructNode, types: TypeTable, hashes: Hashes): Uint8Array {
  return hash(
    typeHash(node.type, types, hashes),
    ...node.fields.map((field) => encode(field.node, types, hashes)),
  )
}

/** The 32 bytes of a value within its struct. */
function encode(node: TypedNode, types: TypeTable, hashes: Hashes): Uint8Array {
  switch (node.kind) {
    case 'struct':
      return hashStruct(node, types, hashes)
    case 'array':
      return hash(...node.items.map((item) => encode(item, types, hashes)))
    case 'text':
      return hash(stringToBytes(node.value))
    case 'bytes': {
      const bytes = hexToBytes(node.value)
      return node.type === 'bytes' ? hash(bytes) : padded(bytes, 0)
    }
    case 'address':
      return padded(hexToBytes(node.value), 12)
    case 'flag':
      return padded(Uint8Array.of(node.value ? 1 : 0), 31)
    default:
      return numberToBytes(BigInt.asUintN(256, node.value), { size: 32 })
  }
}

function padded(bytes: Uint8Array, start: number): Uint8Array {
  const word = new Uint8Array(32)
  word.set(bytes, start)
  return word
}

/** The hash of a type's text: itself, then the structs that it is made of, by name. Computed once for each type. */
function typeHash(type: string, types: TypeTable, hashes: Hashes): Uint8Array {
  const known = hashes.get(type)
  if (known !== undefined) return known
  const others = [...typesWithin(type, types)].filter((one) => one !== type).sort()
  const text = [type, ...others]
    .map((name) => `${name}(${(types.get(name) ?? []).map((one) => `${one.type} ${one.name}`).join(',')})`)
    .join('')
  const made = hash(stringToBytes(text))
  hashes.set(type, made)
  return made
}

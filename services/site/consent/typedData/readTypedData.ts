import { getAddress, type Hex, isAddress } from 'viem'
import { isBytes, sizeOf } from '../../accounts/hex.js'
import { refuse } from '../../accounts/Refusal.js'
import { isRecord } from '../ReadContext.js'
import { encodeText } from '../text/readText.js'
import { arrayOf, readTypes } from './readTypes.js'
import { domainType, type StructNode, type TypedData, type TypedNode, type TypeTable } from './TypedTree.js'

/** Nobody reads more than this. */
const textLimit = 128 * 1024
const mostValues = 1_000
const mostDepth = 12

/**
 * Reads typed data (EIP-712), as JSON or as an object. Each value must be exactly what its type says; a refusal names
 * the field.
 *
 * @throws {Refusal} `invalid`, `tooLarge`
 */
export function readTypedData(input: unknown): TypedData {
  const data = typeof input === 'string' ? parse(input) : input
  if (!isRecord(data)) throw invalid('data', 'must be typed data')
  if (typeof input !== 'string' && JSON.stringify(data).length > textLimit) {
    throw refuse('tooLarge', { field: 'data' })
  }
  const { domain, message, primaryType } = data
  if (!isRecord(domain)) throw invalid('domain', 'must be an object')
  const types = readTypes(data.types, domain)
  if (typeof primaryType !== 'string' || primaryType === domainType || !types.has(primaryType)) {
    throw invalid('primaryType', 'is not one of the types')
  }
  const reader: Reader = { types, count: 0, unsigned: [] }
  return {
    types,
    primaryType,
    domain: readStruct(reader, domainType, domain, 'domain', 0),
    message: readStruct(reader, primaryType, message, 'message', 0),
    unsigned: reader.unsigned,
  }
}

type Reader = { readonly types: TypeTable; count: number; readonly unsigned: string[] }

function parse(text: string): unknown {
  if (text.length > textLimit) throw refuse('tooLarge', { field: 'data' })
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('data', 'is not JSON')
  }
}

function readStruct(reader: Reader, type: string, value: unknown, path: string, depth: number): StructNode {
  if (!isRecord(value)) throw invalid(path, 'must be an object')
  if (depth > mostDepth) throw refuse('tooLarge', { field: path })
  const fields = reader.types.get(type) ?? []
  const names = new Set(fields.map(({ name }) => name))
  for (const name of Object.keys(value)) {
    if (!names.has(name) && reader.unsigned.length < 8) {
      reader.unsigned.push(`${path}.${name.replace(/[^\w$]/g, '?').slice(0, 32)}`)
    }
  }
  return {
    kind: 'struct',
    type,
    fields: fields.map(({ name, type: fieldType }) => {
      const at = `${path}.${name}`
      if (!Object.hasOwn(value, name)) throw invalid(at, 'Required')
      return { name, node: readNode(reader, fieldType, value[name], at, depth + 1) }
    }),
  }
}

function readNode(reader: Reader, type: string, value: unknown, path: string, depth: number): TypedNode {
  reader.count += 1
  if (reader.count > mostValues || depth > mostDepth) throw refuse('tooLarge', { field: path })
  const array = arrayOf(type)
  if (array !== undefined) {
    if (!Array.isArray(value)) throw invalid(path, 'must be a list')
    if (array.length !== undefined && array.length !== value.length) {
      throw invalid(path, `must have ${array.length} items`)
    }
    if (value.length > mostValues) throw refuse('tooLarge', { field: path })
    const items = value.map((item, index) =>
      readNode(reader, array.item, item, `${path}.${index}`, depth + 1),
    )
    return { kind: 'array', type, items }
  }
  if (reader.types.has(type)) return readStruct(reader, type, value, path, depth)
  return readAtom(type, value, path)
}

function readAtom(type: string, value: unknown, path: string): TypedNode {
  if (type === 'string') {
    if (typeof value !== 'string') throw invalid(path, 'must be a text')
    encodeText(value, path)
    return { kind: 'text', type, value }
  }
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw invalid(path, 'must be true or false')
    return { kind: 'flag', type, value }
  }
  if (type === 'address') {
    // With a wrong checksum, a mistake or a trick.
    if (typeof value !== 'string' || !isAddress(value)) throw invalid(path, 'must be an address')
    return { kind: 'address', type, value: getAddress(value) }
  }
  if (type.startsWith('bytes')) {
    const size = type === 'bytes' ? undefined : Number(type.slice(5))
    if (!isBytes(value) || (size !== undefined && sizeOf(value) !== size)) {
      throw invalid(path, size === undefined ? 'must be bytes in hex' : `must be ${size} bytes in hex`)
    }
    return { kind: 'bytes', type, value: value.toLowerCase() as Hex }
  }
  return { kind: 'number', type, value: readNumber(type, value, path) }
}

/** Reads a whole number from a safe number, decimal digits or hex, within the bounds of its type. */
function readNumber(type: string, value: unknown, path: string): bigint {
  const isSigned = type.startsWith('int')
  const bits = BigInt(type.slice(isSigned ? 3 : 4))
  const isWhole =
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value))
  if (!isWhole) throw invalid(path, 'must be a whole number')
  const number = BigInt(value as string | number)
  const most = 2n ** (isSigned ? bits - 1n : bits)
  if (number >= most || number < (isSigned ? -most : 0n)) throw invalid(path, `does not fit ${type}`)
  return number
}

const invalid = (field: string, problem: string) => refuse('invalid', { field, problem })

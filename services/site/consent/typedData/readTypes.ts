import { refuse } from '../../accounts/Refusal.js'
import { isRecord } from '../ReadContext.js'
import { domainType, type TypeField, type TypeTable } from './TypedTree.js'

const mostTypes = 64
const mostFields = 256
const structName = /^[A-Za-z_$][\w$:]{0,63}$/
const fieldName = /^[A-Za-z_$][\w$]{0,63}$/
/** A type and what it is an array of, from the outside in: `Item[2][]`. */
const typePattern = /^([A-Za-z_$][\w$:]{0,63})((?:\[\d{0,4}\]){0,4})$/
const atoms =
  /^(?:address|bool|string|bytes|bytes(?:[1-9]|[12]\d|3[0-2])|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256))$/
/** Names that other programs take for atoms, or that no contract can hash. */
const reserved = /^(?:u?int\d*|bytes\d*|byte|u?fixed\w*|function|mapping|address|bool|string)$/

const isAtom = (type: string): boolean => atoms.test(type)

/** The types of the domain's fields, in the order of EIP-712, for data that does not list them. */
const domainFields: readonly TypeField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Reads the types of typed data. Refuses names that could be read in two ways, unknown types, and structs that contain
 * themselves.
 *
 * @throws {Refusal} `invalid`, `tooLarge`
 */
export function readTypes(types: unknown, domain: { readonly [name: string]: unknown }): TypeTable {
  if (!isRecord(types)) throw invalid('types', 'must be an object')
  const names = Object.keys(types)
  if (names.length > mostTypes) throw refuse('tooLarge', { field: 'types' })
  const table = new Map<string, readonly TypeField[]>()
  for (const name of names) {
    if (!structName.test(name) || reserved.test(name)) throw invalid(`types.${safe(name)}`, 'is not a name')
    table.set(name, readFields(name, types[name]))
  }
  if (!table.has(domainType)) {
    table.set(
      domainType,
      domainFields.filter(({ name }) => Object.hasOwn(domain, name)),
    )
  }
  for (const [name, fields] of table) {
    for (const field of fields) {
      const base = baseOf(field.type)
      if (!isAtom(base) && !table.has(base))
        throw invalid(`types.${name}.${field.name}`, 'has an unknown type')
    }
  }
  refuseCircles(table)
  return table
}

function readFields(struct: string, fields: unknown): readonly TypeField[] {
  if (!Array.isArray(fields)) throw invalid(`types.${struct}`, 'must be a list')
  if (fields.length > mostFields) throw refuse('tooLarge', { field: `types.${struct}` })
  const seen = new Set<string>()
  return fields.map((field: unknown) => {
    const { name, type } = isRecord(field) ? field : {}
    if (typeof name !== 'string' || !fieldName.test(name) || seen.has(name)) {
      throw invalid(`types.${struct}`, 'has a field without a name of its own')
    }
    if (typeof type !== 'string' || !typePattern.test(type)) {
      throw invalid(`types.${struct}.${name}`, 'has an unknown type')
    }
    seen.add(name)
    return { name, type }
  })
}

/** Splits an array's type into the type of its items and its length; `undefined` for other types. */
export function arrayOf(
  type: string,
): { readonly item: string; readonly length: number | undefined } | undefined {
  const match = /^(.*)\[(\d*)\]$/.exec(type)
  if (match === null) return undefined
  const [, item = '', length] = match
  return { item, length: length === '' ? undefined : Number(length) }
}

const baseOf = (type: string): string => typePattern.exec(type)?.[1] ?? ''

/** The struct types that a type is made of, itself among them, in the order in which they are found. */
export function typesWithin(type: string, table: TypeTable, found = new Set<string>()): ReadonlySet<string> {
  const fields = table.get(type)
  if (fields === undefined || found.has(type)) return found
  found.add(type)
  for (const field of fields) typesWithin(baseOf(field.type), table, found)
  return found
}

function refuseCircles(table: TypeTable) {
  const done = new Set<string>()
  const visit = (type: string, path: readonly string[]) => {
    if (path.includes(type)) throw invalid(`types.${type}`, 'contains itself')
    if (done.has(type)) return
    for (const field of table.get(type) ?? []) visit(baseOf(field.type), [...path, type])
    done.add(type)
  }
  for (const type of table.keys()) visit(type, [])
}

const invalid = (field: string, problem: string) => refuse('invalid', { field, problem })
/** A foreign name in an error: a few plain characters of it. */
const safe = (name: string) => name.replace(/[^\w$]/g, '?').slice(0, 32)

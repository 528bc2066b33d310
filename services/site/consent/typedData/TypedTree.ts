import type { Hex } from 'viem'

/** Typed data (EIP-712) that was read completely: what is shown and what is hashed come from the same tree. */
export type TypedData = {
  readonly types: TypeTable
  readonly primaryType: string
  readonly domain: StructNode
  readonly message: StructNode
  /** Paths of values that belong to no type, so that they are not signed. */
  readonly unsigned: readonly string[]
}

export type TypeTable = ReadonlyMap<string, readonly TypeField[]>
export type TypeField = { readonly name: string; readonly type: string }

export type StructNode = {
  readonly kind: 'struct'
  readonly type: string
  readonly fields: readonly { readonly name: string; readonly node: TypedNode }[]
}
type ArrayNode = {
  readonly kind: 'array'
  readonly type: string
  readonly items: readonly TypedNode[]
}
type AtomNode =
  | { readonly kind: 'number'; readonly type: string; readonly value: bigint }
  | { readonly kind: 'bytes'; readonly type: string; readonly value: Hex }
  | { readonly kind: 'address'; readonly type: string; readonly value: Hex }
  | { readonly kind: 'text'; readonly type: string; readonly value: string }
  | { readonly kind: 'flag'; readonly type: string; readonly value: boolean }
export type TypedNode = StructNode | ArrayNode | AtomNode

export const domainType = 'EIP712Domain'

/** The value at a path of fields; `undefined` if there is none. */
export function nodeAt(node: TypedNode | undefined, ...path: readonly string[]): TypedNode | undefined {
  let current = node
  for (const name of path) {
    if (current?.kind !== 'struct') return undefined
    current = current.fields.find((one) => one.name === name)?.node
  }
  return current
}

export function addressAt(node: TypedNode | undefined, ...path: readonly string[]): Hex | undefined {
  const found = nodeAt(node, ...path)
  return found?.kind === 'address' ? found.value : undefined
}

export function numberAt(node: TypedNode | undefined, ...path: readonly string[]): bigint | undefined {
  const found = nodeAt(node, ...path)
  return found?.kind === 'number' ? found.value : undefined
}

export function itemsAt(node: TypedNode | undefined, ...path: readonly string[]): readonly TypedNode[] {
  const found = nodeAt(node, ...path)
  return found?.kind === 'array' ? found.items : []
}

/**
 * ReCaps (ERC-5573): permissions that a signature grants besides signing in. A message contains them twice: for
 * machines as its last resource, and for the visitor at the end of its statement. They count only if both agree.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { isRecord } from '../../protocol/checks.js'
import { isUri } from './grammar.js'
import type { SiwxMessage } from './SiwxMessage.js'

/** The granted permissions. */
export type Recap = {
  /** By resource (a URI) and ability (`crud/read`): the limits of each; `[{}]` is without limits, `[]` never. */
  readonly att: { readonly [resource: string]: { readonly [ability: string]: readonly object[] } }
  /** CIDs of the permissions that others granted to the account. */
  readonly prf?: readonly string[] | undefined
}

const prefix = 'urn:recap:'
const preamble = 'I further authorize the stated URI to perform the following actions on my behalf:'
const abilityPattern = /^([A-Za-z0-9.*_+-]+)\/([A-Za-z0-9.*_+-]+)$/

/**
 * Adds a ReCap to a message, in both places.
 *
 * @throws `TypeError` for an invalid ReCap, and for a message that already has one.
 *
 * @example
 * ```ts
 * const asking = withRecap(message, { att: { 'https://files.example/': { 'crud/read': [{}] } } })
 * ```
 */
export function withRecap(message: SiwxMessage, recap: Recap): SiwxMessage {
  if (!isRecap(recap))
    throw new TypeError('`recap` has a resource or an ability that ERC-5573 does not allow')
  const { statement, resources = [] } = message
  if (resources.some(isRecapUri)) throw new TypeError('`message` has a ReCap; there can be one')
  const json = canonical(recap.prf === undefined ? { att: recap.att } : recap)
  return {
    ...message,
    statement: statement === undefined ? inWords(recap) : `${statement} ${inWords(recap)}`,
    resources: [...resources, prefix + base64urlnopad.encode(utf8ToBytes(json))],
  }
}

/**
 * Returns the ReCap of a message; `undefined` if it has none, or one that is malformed, misplaced, or different from
 * the statement.
 */
export function recapOf(message: SiwxMessage): Recap | undefined {
  const { statement, resources = [] } = message
  const last = resources.at(-1)
  if (last === undefined || resources.findIndex(isRecapUri) !== resources.length - 1) return undefined
  const recap = decode(last.slice(prefix.length))
  if (recap === undefined) return undefined
  const words = inWords(recap)
  return statement === words || statement?.endsWith(` ${words}`) ? recap : undefined
}

function decode(payload: string): Recap | undefined {
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(base64urlnopad.decode(payload))
    const value: unknown = JSON.parse(json)
    // Only the canonical form counts: this also rejects duplicate keys, of which parsers pick different ones.
    return isRecap(value) && canonical(value) === json ? value : undefined
  } catch {
    // Not base64url, not UTF-8 or not JSON.
    return undefined
  }
}

function isRecap(value: unknown): value is Recap {
  if (!isRecord(value) || !isRecord(value.att)) return false
  const { att, prf, ...rest } = value
  if (Object.keys(rest).length > 0 || Object.keys(att).length === 0) return false
  if (prf !== undefined && !(Array.isArray(prf) && prf.every((cid) => typeof cid === 'string'))) return false
  return Object.entries(att).every(
    ([resource, abilities]) => isUri(resource) && isRecord(abilities) && areAbilities(abilities),
  )
}

function areAbilities(abilities: { readonly [name: string]: unknown }): boolean {
  const entries = Object.entries(abilities)
  return (
    entries.length > 0 &&
    entries.every(
      ([ability, limits]) => abilityPattern.test(ability) && Array.isArray(limits) && limits.every(isRecord),
    )
  )
}

/** The sentences of ERC-5573's "Translation Algorithm": one for each namespace of each resource. */
function inWords({ att }: Recap): string {
  let count = 0
  const sentences = sorted(att).flatMap(([resource, abilities]) => {
    const names = new Map<string, string[]>()
    for (const [ability] of sorted(abilities)) {
      // Every ability has both: `isRecap` has seen it.
      const [, namespace, name] = abilityPattern.exec(ability) as unknown as [string, string, string]
      names.set(namespace, [...(names.get(namespace) ?? []), `'${name}'`])
    }
    return [...names].map(([namespace, all]) => {
      count += 1
      return `(${count}) '${namespace}': ${all.join(', ')} for '${resource}'.`
    })
  })
  return [preamble, ...sentences].join(' ')
}

/** JSON without blanks, its keys in the order of their code units. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  return `{${sorted(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join(',')}}`
}

function sorted<member>(object: { readonly [key: string]: member }): [string, member][] {
  // Stryker disable next-line EqualityOperator: no key is there twice.
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
}

function isRecapUri(resource: string): boolean {
  return resource.startsWith(prefix)
}

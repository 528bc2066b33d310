/**
 * ReCaps (ERC-5573): what a signature allows beside signing in. It stands in a message twice: for machines as its last
 * resource, and for the visitor at the end of its statement. Only where both say the same is anything allowed.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { isRecord } from '../../protocol/checks.js'
import { isUri } from './grammar.js'
import type { SiwxMessage } from './SiwxMessage.js'

/** What is allowed. */
export type Recap = {
  /** By resource (a URI) and ability (`crud/read`): the limits of each; `[{}]` is without limits, `[]` never. */
  readonly att: { readonly [resource: string]: { readonly [ability: string]: readonly object[] } }
  /** CIDs of what the account was allowed by others. */
  readonly prf?: readonly string[] | undefined
}

const prefix = 'urn:recap:'
const preamble = 'I further authorize the stated URI to perform the following actions on my behalf:'
const abilityPattern = /^([A-Za-z0-9.*_+-]+)\/([A-Za-z0-9.*_+-]+)$/

/**
 * A message that asks for what a ReCap allows, in both places.
 *
 * @throws `TypeError` for what is no ReCap, and for a message that has one.
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
 * What a message allows; `undefined` where it has no ReCap, or one that is malformed, not in its place, or not what the
 * statement says.
 */
export function recapOf(message: SiwxMessage): Recap | undefined {
  const { statement = '', resources = [] } = message
  const last = resources.at(-1)
  if (last === undefined || resources.findIndex(isRecapUri) !== resources.length - 1) return undefined
  const recap = decode(last.slice(prefix.length))
  if (recap === undefined) return undefined
  const words = inWords(recap)
  return statement === words || statement.endsWith(` ${words}`) ? recap : undefined
}

function decode(payload: string): Recap | undefined {
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(base64urlnopad.decode(payload))
    const value: unknown = JSON.parse(json)
    // One form for one meaning: this also refuses a key that is there twice, of which readers take different ones.
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
      const [, namespace = '', name = ''] = abilityPattern.exec(ability) ?? []
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
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
}

function isRecapUri(resource: string): boolean {
  return resource.startsWith(prefix)
}

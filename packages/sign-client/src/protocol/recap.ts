/**
 * The session methods that a signed message allows besides signing in (ERC-5573, "ReCap"). They are the last resource
 * of the message: `urn:recap:` and JSON in base64 without padding.
 */
import { fromBase64, fromUtf8, toBase64, toUtf8 } from '../encoding.js'
import { isChainId } from './caip.js'
import { type Fields, isRecord, parseJson } from './read.js'

const prefix = 'urn:recap:'
const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'

/** Encodes a request for eip155 methods; with `chains`, a wallet's narrower answer. */
export function encodeRecap(methods: readonly string[], chains?: readonly string[] | undefined): string {
  const abilities = sorted(methods).map((method) => [`request/${method}`, [{ chains }]])
  const json = JSON.stringify({ att: { eip155: Object.fromEntries(abilities) } })
  return prefix + toBase64(fromUtf8(json)).replaceAll('=', '')
}

/** Reads the eip155 methods that the last resource allows; `undefined` if it is no ReCap. */
export function readRecap(
  resources: readonly string[] | undefined,
): { readonly methods: readonly string[]; readonly chains: readonly string[] } | undefined {
  const attenuations = readAttenuations(resources)
  if (attenuations === undefined) return undefined
  const abilities = isRecord(attenuations.eip155) ? attenuations.eip155 : {}
  const methods = Object.keys(abilities).flatMap((ability) => {
    const [kind, method] = ability.split('/')
    return kind === 'request' && method ? [method] : []
  })
  const chains = Object.values(abilities)
    .filter(Array.isArray)
    .flat()
    .flatMap((limit) => (isRecord(limit) && Array.isArray(limit.chains) ? limit.chains : []))
    .filter(isChainId)
  return { methods, chains: [...new Set(chains)] }
}

/** Appends the ReCap of the last resource to the statement in words (ERC-5573), unless it is already there. */
export function withRecapStatement(
  statement: string | undefined,
  resources: readonly string[] | undefined,
): string | undefined {
  const attenuations = readAttenuations(resources)
  if (attenuations === undefined || statement?.includes(opening)) return statement
  let count = 0
  const sentences = Object.entries(attenuations).map(([resource, abilities]) => {
    const actions = new Map<string, string[]>()
    for (const ability of Object.keys(isRecord(abilities) ? abilities : {})) {
      const [kind = '', action = ''] = ability.split('/')
      actions.set(kind, [...(actions.get(kind) ?? []), action])
    }
    const parts = [...actions].map(([kind, names]) => {
      count += 1
      return `(${count}) '${kind}': '${sorted(names).join("', '")}' for '${resource}'`
    })
    return `${parts.join('. ')}.`
  })
  return `${statement ? `${statement} ` : ''}${opening} ${sentences.join(' ')}`
}

function readAttenuations(resources: readonly string[] | undefined): Fields | undefined {
  const last = resources?.at(-1)
  if (!last?.startsWith(prefix)) return undefined
  const bytes = fromBase64(last.slice(prefix.length)) ?? new Uint8Array()
  try {
    const json = parseJson(toUtf8(bytes))
    return isRecord(json) && isRecord(json.att) ? json.att : undefined
  } catch {
    // Not UTF-8, so not JSON.
    return undefined
  }
}

function sorted(texts: readonly string[]): string[] {
  return [...texts].sort((a, b) => a.localeCompare(b))
}

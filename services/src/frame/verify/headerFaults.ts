import type { IncomingHttpHeaders } from 'node:http'
import { createSiteHeaders, type PageSources } from '../siteHeaders.js'

/** What every server of the services answers. */
const always = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }
/** Which pages may embed is the project's; but no source may stand for every page. */
const source = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:(\d+|\*))?$/

/**
 * Lists in which headers an answer differs from those of the wallet's site. Headers that others add, as proxies do, are no
 * fault, unless they loosen something: cookies, and rights of other origins.
 */
export function headerFaults(
  headers: IncomingHttpHeaders,
  { kind, isSecure, inline = [] }: headerFaults.Options,
): readonly string[] {
  const { page, file, every } = createSiteHeaders(isSecure)
  const policy =
    typeof headers['content-security-policy'] === 'string' ? headers['content-security-policy'] : ''
  const ancestors = kind === 'frame' ? sourcesOf(policy) : []
  const expected: Record<string, string> = {
    ...(kind === 'file' ? file() : page({ inline, ancestors })),
    ...{ ...every(), ...always },
    ...(kind === 'window' ? { 'cross-origin-opener-policy': 'unsafe-none' } : {}),
  }
  const faults = Object.entries(expected).flatMap(([name, value]) => {
    const found = headers[name]
    if (found === undefined) return [`the header ${name} is missing`]
    if (name === 'content-security-policy') return policyFaults(String(found), value)
    if (name === 'strict-transport-security' && isLong(String(found))) return []
    return found === value ? [] : [`the header ${name} is ${shown(String(found))}, not ${shown(value)}`]
  })
  for (const one of ancestors)
    if (one !== "'none'" && !source.test(one))
      faults.push(`frame-ancestors lets ${shown(one)} embed the wallet`)
  for (const name of Object.keys(headers))
    if (name === 'set-cookie' || name.startsWith('access-control-allow-'))
      faults.push(`the header ${name} has no place here`)
  return faults
}

export declare namespace headerFaults {
  type Options = {
    readonly kind: 'frame' | 'window' | 'file'
    readonly isSecure: boolean
    readonly inline?: PageSources['inline']
  }
}

function policyFaults(found: string, expected: string): readonly string[] {
  const [ours, theirs] = [directivesOf(expected), directivesOf(found)]
  const names = [...new Set([...ours.keys(), ...theirs.keys()])]
  return names.flatMap((name) => {
    const [wanted, is] = [ours.get(name), theirs.get(name)]
    if (wanted === is) return []
    if (is === undefined) return [`the policy has no ${name}`]
    return [
      `the policy says ${shown(`${name} ${is}`.trim())}${wanted === undefined ? ', which it should not' : `, not ${shown(wanted)}`}`,
    ]
  })
}

function directivesOf(policy: string): ReadonlyMap<string, string> {
  const directives = new Map<string, string>()
  for (const part of policy.split(';').map((each) => each.trim())) {
    const [name = '', ...words] = part.split(/\s+/)
    // Of a directive that comes twice browsers take the first.
    if (name !== '' && !directives.has(name.toLowerCase()))
      directives.set(name.toLowerCase(), words.join(' '))
  }
  return directives
}

function sourcesOf(policy: string): readonly string[] {
  return (directivesOf(policy).get('frame-ancestors') ?? '').split(' ').filter((one) => one !== '')
}

function isLong(value: string): boolean {
  return Number(/(?:^|[;\s])max-age=(\d+)/.exec(value)?.[1] ?? 0) >= 31_536_000
}

/** Writes foreign text so that it cannot steer a terminal. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text).replace(
    /[^\x20-\x7e…]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

import type { Wallet } from 'latchkey/protocol'
import { walletSchema } from 'latchkey/protocol'
import * as v from 'valibot'
import { parseJsonOr } from '../shared/parseJsonOr.js'

/** One validated entry of a host's file. */
export type OwnWallet = {
  readonly wallet: Wallet
  /** The path of its picture, as written in the file. */
  readonly image?: string | undefined
  /** Whether the wallet is removed from every list. */
  readonly isHidden: boolean
}

const fields: ReadonlySet<string> = new Set([...Object.keys(walletSchema.entries), 'image', 'hidden'])

/**
 * Reads a host's file of wallets: a JSON list of entries with the fields of `GET /getWallets`, plus `image` and
 * `hidden`. An entry with a built-in id overrides only the fields it names; any other entry is a new wallet.
 *
 * Values that a client would silently drop (a link it does not open, an unknown chain) are errors here.
 *
 * @throws an `Error` with one line per problem, naming entry and field.
 */
export function readOwnWallets(json: string, builtIn: readonly Wallet[]): readonly OwnWallet[] {
  const raw = parse(json)
  const known = new Map(builtIn.map((wallet) => [wallet.id, wallet]))
  const seen = new Map<string, number>()
  const problems: string[] = []
  const read = raw.flatMap((item, index): OwnWallet[] => {
    const report = (problem: string) => problems.push(`${describe(item, index)}: ${problem}`)
    const problem = checkIdentity(item, seen)
    if (problem !== undefined || !isRecord(item)) {
      report(problem ?? 'must be an object')
      return []
    }
    seen.set(String(item.id), index + 1)
    return readEntry(item, known.get(String(item.id)), report)
  })
  reportSharedRdns(read, builtIn, problems)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return read
}

function checkIdentity(item: unknown, seen: ReadonlyMap<string, number>): string | undefined {
  if (!isRecord(item)) return 'must be an object'
  if (typeof item.id !== 'string') return 'id: is missing'
  const twin = seen.get(item.id)
  return twin === undefined ? undefined : `id: entry ${twin} has it already`
}

function readEntry(
  item: { readonly [field: string]: unknown },
  builtIn: Wallet | undefined,
  report: (problem: string) => void,
): OwnWallet[] {
  const { image, hidden = false, ...own } = item
  for (const field of Object.keys(item)) if (!fields.has(field)) report(`${field}: there is no such field`)
  if (image !== undefined && typeof image !== 'string') report('image: must be the path of a file')
  if (typeof hidden !== 'boolean') report('hidden: must be true or false')
  const result = v.safeParse(walletSchema, { badge_type: 'none', ...builtIn, ...own })
  if (!result.success) {
    for (const issue of result.issues) report(`${v.getDotPath(issue) ?? 'entry'}: ${issue.message}`)
    return []
  }
  for (const problem of lostFields(own, result.output)) report(problem)
  // The picture's id is the wallet's id, whatever the entry says.
  const wallet = { ...result.output, image_id: result.output.id }
  return [{ wallet, image: typeof image === 'string' ? image : undefined, isHidden: hidden === true }]
}

/** Lists the fields that the client's lenient schema dropped. */
function lostFields(given: { readonly [field: string]: unknown }, read: Wallet): string[] {
  return Object.entries(given).flatMap(([field, value]) => {
    if (!fields.has(field)) return []
    const kept: unknown = read[field as keyof Wallet]
    if (value !== undefined && value !== null && kept === undefined) {
      return [`${field}: ${JSON.stringify(value)} is not one that a client would use`]
    }
    if (field !== 'chains' || !Array.isArray(value) || !Array.isArray(kept)) return []
    return value
      .filter((item) => !kept.includes(item))
      .map((item) => `${field}: ${JSON.stringify(item)} is no chain id`)
  })
}

/** Clients would take two wallets with one rdns for the same wallet. */
function reportSharedRdns(read: readonly OwnWallet[], builtIn: readonly Wallet[], problems: string[]): void {
  const own = new Set(read.map(({ wallet }) => wallet.id))
  const owners = new Map<string, string>()
  const listed = [
    ...builtIn.filter(({ id }) => !own.has(id)),
    ...read.filter(({ isHidden }) => !isHidden).map(({ wallet }) => wallet),
  ]
  for (const { rdns, name } of listed) {
    if (rdns === undefined) continue
    const owner = owners.get(rdns)
    if (owner !== undefined) problems.push(`${name}: rdns: ${rdns} is the rdns of ${owner}`)
    owners.set(rdns, name)
  }
}

function parse(json: string): readonly unknown[] {
  const value = parseJsonOr(json, (cause) => new Error('must hold valid JSON', { cause }))
  if (!Array.isArray(value)) throw new Error('must hold a list of wallets')
  return value
}

function describe(item: unknown, index: number): string {
  const label = isRecord(item) ? (item.name ?? item.id) : undefined
  return typeof label === 'string' ? `entry ${index + 1} (${label.slice(0, 64)})` : `entry ${index + 1}`
}

function isRecord(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

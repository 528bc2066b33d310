import { readFileSync } from 'node:fs'
import { type CaipNetworkId, cleanText, toImageLink, toNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { getAddress, isAddress } from 'viem'
import { parseJsonOr } from '../shared/parseJsonOr.js'

/** A token whose balances the service reads. Its texts are clean for display and its picture is safe to load. */
export type Token = {
  readonly chainId: CaipNetworkId
  /** With its checksum. {@link nativeAddress} stands for the chain's own coin. */
  readonly address: `0x${string}`
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Empty if there is none. */
  readonly iconUrl: string
}

/** A token of another family than eip155, by a token list. */
export type FamilyToken = Omit<Token, 'address'> & { readonly address: string }

/** The address that token lists use for a chain's own coin. */
export const nativeAddress = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** Most tokens of one chain that an answer can hold, not counting the chain's own coin. */
export const tokensPerChain = 999

const visible = (length: number) =>
  v.pipe(
    v.string('must be a text'),
    v.transform((value) => cleanText(value, length)),
    v.minLength(1, 'must not be empty'),
  )

const decimals = v.pipe(
  v.number('must be a number'),
  v.integer('must be whole'),
  v.minValue(0, 'must not be negative'),
  v.maxValue(36, 'must be at most 36'),
)
const iconUrl = v.optional(
  v.pipe(
    v.string('must be a text'),
    v.transform((value) => toImageLink(value) ?? ''),
  ),
  '',
)

/** What the entries of all families have in common. */
export const tokenTexts = { name: visible(64), symbol: visible(16), decimals, iconUrl }

export const tokenSchema = v.object({
  chainId: v.pipe(
    v.unknown(),
    v.transform((value) => toNetworkId(value, 'eip155')),
    v.custom<CaipNetworkId>((value) => value !== undefined, 'must be a chain id'),
  ),
  address: v.pipe(
    v.string('must be a text'),
    v.check((value) => isAddress(value, { strict: false }), 'must be an address'),
    v.transform((value) => getAddress(value)),
  ),
  ...tokenTexts,
})

/**
 * Reads the file of a setting: a JSON list of tokens, `{ chainId, address, name, symbol, decimals, iconUrl? }`, with
 * `chainId` as a number or `eip155:1`. Other fields are ignored.
 *
 * @throws an `Error` that names the first invalid entry
 */
export function readTokens(path: string): readonly Token[] {
  const result = v.safeParse(v.array(tokenSchema, 'must be a list'), parse(path))
  if (!result.success) {
    const [issue] = result.issues
    throw new Error(`must name a file of tokens (${v.getDotPath(issue) ?? 'file'}: ${issue.message})`)
  }
  const tokens = result.output
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  for (const { chainId, address } of tokens) {
    const id = `${chainId}:${address}`
    if (seen.has(id)) throw new Error(`must not name the token ${id} twice`)
    seen.add(id)
    const count = (counts.get(chainId) ?? 0) + (address === nativeAddress ? 0 : 1)
    if (count > tokensPerChain) throw new Error(`must name at most ${tokensPerChain} tokens of ${chainId}`)
    counts.set(chainId, count)
  }
  return tokens
}

function parse(path: string): unknown {
  let json: string
  try {
    json = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error('must be the path of a readable file', { cause: error })
  }
  return parseJsonOr(json, (cause) => new Error('must name a file of valid JSON', { cause }))
}

import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { fetchUpstream } from '../outbound/fetchUpstream.js'
import type { Context } from '../shared/context.js'
import { messageOf } from '../shared/log.js'
import { readFamilyToken } from './families/families.js'
import { isPublicChain, nativeCoinOf } from './nativeCoin.js'
import { type FamilyToken, nativeAddress, type Token, tokenSchema, tokensPerChain } from './tokens.js'

/** Most bytes of a list, and how long a server may take to send it, in milliseconds. */
const listSize = 20 * 1024 * 1024
const timeout = 30_000

/** A token list (https://uniswap.org/tokenlist.schema.json): only its tokens matter here. */
const listSchema = v.object({ tokens: v.array(v.unknown()) })
const pictureSchema = v.object({ logoURI: v.optional(v.string()) })

/** The tokens that the operator's lists vouch for. */
export type ListedTokens = {
  readonly tokens: readonly Token[]
  /** Those of the families beside eip155. */
  readonly familyTokens: readonly FamilyToken[]
}

/**
 * Reads the token lists of the settings, each from its address or file, and adds their tokens to those of the settings:
 * of two entries for one chain and address the first counts. Only the configured chains' tokens are kept. A list's
 * invalid entries are left out and counted in the log. A list changes nothing of a known chain's own coin but its picture,
 * and the decimals of no chain's.
 *
 * A list that cannot be read now is taken from the copy of the last start; without one it is left out, and the log says
 * so. Never rejects.
 *
 * @param directory Where copies are kept; without it none are.
 */
export async function loadTokenLists(context: Context, directory: string | undefined): Promise<ListedTokens> {
  const { settings } = context
  if (settings.tokenLists.length === 0) return { tokens: settings.tokens, familyTokens: [] }
  const lists = await Promise.all(settings.tokenLists.map((place) => loadList(context, place, directory)))
  const served = new Set(settings.chains.map((entry) => entry.slice(0, entry.indexOf('='))))
  const wanted = [...settings.tokens, ...lists.flatMap(({ tokens }) => tokens.flatMap(safeCoin))]
  return {
    tokens: firstOfEach(wanted, served),
    familyTokens: firstOfEach(
      lists.flatMap(({ familyTokens }) => familyTokens),
      served,
    ),
  }
}

/** Of two entries for one chain and address the first counts. */
function firstOfEach<token extends FamilyToken>(
  tokens: readonly token[],
  served: ReadonlySet<string>,
): readonly token[] {
  const found = new Map<string, token>()
  const counts = new Map<CaipNetworkId, number>()
  for (const token of tokens) {
    const id = `${token.chainId} ${token.address}`
    const count = counts.get(token.chainId) ?? 0
    if (found.has(id) || !served.has(token.chainId)) continue
    if (token.address !== nativeAddress) {
      if (count >= tokensPerChain) continue
      counts.set(token.chainId, count + 1)
    }
    found.set(id, token)
  }
  return [...found.values()]
}

/** Whoever can change a list could otherwise show a million million times the coins that somebody holds. */
function safeCoin(token: Token): readonly Token[] {
  if (token.address !== nativeAddress) return [token]
  const coin = nativeCoinOf(token.chainId, [])
  if (isPublicChain(token.chainId)) return [{ ...coin, iconUrl: token.iconUrl }]
  return token.decimals === coin.decimals ? [token] : []
}

async function loadList(
  { settings, clock, log }: Context,
  place: string,
  directory: string | undefined,
): Promise<ListedTokens> {
  // The address may contain a key, so the log has the list's position in the setting.
  const list = settings.tokenLists.indexOf(place) + 1
  const copy = directory === undefined ? undefined : copyOf(directory, place)
  const controller = new AbortController()
  const cancel = clock.setTimeout(() => controller.abort(), timeout)
  try {
    const isFile = !/^https?:/.test(place)
    const text = isFile ? await readFile(place, 'utf8') : await fetchList(settings, place, controller.signal)
    const read = readList(text, settings.ipfsGateway)
    const count = read.tokens.length + read.familyTokens.length
    log.info('blockchain.tokenList', { list, count, dropped: read.dropped })
    if (!isFile && copy !== undefined) {
      await keep(copy, text).catch((error: unknown) =>
        log.warn('blockchain.tokenListNotKept', { list, reason: messageOf(error) }),
      )
    }
    return read
  } catch (error) {
    const kept = copy === undefined ? undefined : await readFile(copy, 'utf8').catch(() => undefined)
    log.warn('blockchain.tokenListFailed', { list, reason: messageOf(error), isKept: kept !== undefined })
    return kept === undefined ? none : readKept(kept, settings.ipfsGateway)
  } finally {
    cancel()
  }
}

async function fetchList(
  settings: Context['settings'],
  address: string,
  signal: AbortSignal,
): Promise<string> {
  const headers = { accept: 'application/json' }
  const { status, text } = await fetchUpstream(settings, address, { headers, size: listSize, signal })
  if (status !== 200) throw new Error(`HTTP ${status}`)
  return text
}

function readList(text: string, ipfsGateway: string | undefined) {
  const result = v.safeParse(listSchema, JSON.parse(text))
  if (!result.success) throw new Error('not a token list')
  const all = result.output.tokens
  const items = all.map((item) => withPicture(item, ipfsGateway))
  const tokens = items.flatMap((item) => {
    const token = v.safeParse(tokenSchema, item)
    return token.success ? [token.output] : []
  })
  const familyTokens = items.flatMap((item) => readFamilyToken(item) ?? [])
  return { tokens, familyTokens, dropped: all.length - tokens.length - familyTokens.length }
}

const none: ListedTokens = { tokens: [], familyTokens: [] }

/** A copy that a full disk or a power failure has spoilt is none. */
function readKept(text: string, ipfsGateway: string | undefined): ListedTokens {
  try {
    return readList(text, ipfsGateway)
  } catch {
    return none
  }
}

function withPicture(item: unknown, ipfsGateway: string | undefined): unknown {
  const picture = v.safeParse(pictureSchema, item)
  const iconUrl = picture.success ? pictureOf(picture.output.logoURI, ipfsGateway) : ''
  return typeof item === 'object' && item !== null ? { ...item, iconUrl } : item
}

/** Many lists name pictures on IPFS, which only a gateway can show. */
function pictureOf(logo = '', ipfsGateway: string | undefined): string {
  const [, path] = /^ipfs:\/\/([\w./-]+)$/.exec(logo) ?? []
  if (path === undefined) return logo
  return ipfsGateway === undefined ? '' : `${ipfsGateway}/ipfs/${path}`
}

function copyOf(directory: string, place: string): string {
  return join(directory, 'token-lists', `${createHash('sha256').update(place).digest('hex')}.json`)
}

/** Writes beside the copy first, so that a killed process leaves no half of one. */
async function keep(copy: string, text: string): Promise<void> {
  await mkdir(join(copy, '..'), { recursive: true })
  await writeFile(`${copy}.new`, text)
  await rename(`${copy}.new`, copy)
}

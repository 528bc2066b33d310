import { readFileSync } from 'node:fs'
import { isNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { isLoopbackHost } from '../shared/clientAddress.js'
import { parseJsonOr } from '../shared/parseJsonOr.js'
import { integer, list, type Setting } from '../shared/setting.js'

const chainSchema = v.strictObject({
  id: v.custom<`${string}:${string}`>(isNetworkId, 'must be a CAIP-2 id'),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  coin: v.strictObject({
    symbol: v.pipe(v.string(), v.minLength(1), v.maxLength(16)),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  }),
  /** The universal resolver of the chain's names (ENS). */
  nameResolver: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))),
})

/** What the wallet's visitors read of a chain. */
export type ChainFacts = v.InferOutput<typeof chainSchema>

const isChainAddress = (value: string): value is string => /^eip155:\d+=https?:\/\/\S+$/.test(value)

/** The settings of the wallet's site; part of `settingsTable`. */
export const frameSettings = {
  frameUrl: {
    variable: 'LATCHKEY_FRAME_URL',
    fallback: undefined,
    read: readFrameUrl,
    meaning:
      "Public origin of the embedded wallet's site, like https://wallet.example.com. It needs a host of its own. If unset, the service `frame` does not run.",
  } satisfies Setting<string | undefined> as Setting<string | undefined>,
  framePort: integer({
    variable: 'LATCHKEY_FRAME_PORT',
    fallback: 8788,
    minimum: 0,
    maximum: 65_535,
    meaning:
      "Port for the embedded wallet's site. LATCHKEY_PORT serves it, too, to requests whose `Host` is that of LATCHKEY_FRAME_URL. 0 picks a free port.",
  }),
  frameChains: {
    variable: 'LATCHKEY_FRAME_CHAINS',
    fallback: [] as readonly ChainFacts[],
    read: readChains,
    meaning:
      'Names of chains of LATCHKEY_CHAINS that the embedded wallet does not know: a JSON list, or the path of a file that contains one, like `[{"id":"eip155:31337","name":"Local","coin":{"symbol":"ETH","decimals":18}}]`.',
  } satisfies Setting<readonly ChainFacts[]>,
  frameSmartAccounts: list({
    variable: 'LATCHKEY_FRAME_SMART_ACCOUNTS',
    fallback: [],
    of: 'CAIP-2 ids',
    isItem: isNetworkId,
    meaning:
      'Chains on which embedded wallets may become smart accounts. They must know EIP-7702 and have EntryPoint v0.8 and `Simple7702Account`.',
  }),
  frameBundlers: list({
    variable: 'LATCHKEY_FRAME_BUNDLERS',
    isSecret: true,
    fallback: [],
    of: 'chains and their bundler, like eip155:1=https://bundler.example',
    isItem: isChainAddress,
    meaning:
      'ERC-4337 bundlers for smart accounts. Without one a smart account pays for its own transactions.',
  }),
  framePaymasters: list({
    variable: 'LATCHKEY_FRAME_PAYMASTERS',
    isSecret: true,
    fallback: [],
    of: 'chains and their paymaster, like eip155:1=https://paymaster.example',
    isItem: isChainAddress,
    meaning:
      'ERC-7677 paymasters that pay for operations of smart accounts, on chains with a bundler. Their address may contain a key: only the service knows it.',
  }),
} as const

function readFrameUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  // Browsers give a page the cryptography that it needs only by https, or on the machine itself.
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.host))
  if (url === undefined || url.origin !== value || !isSecure)
    throw new Error('must be an https origin like https://wallet.example.com, or an http one of this machine')
  return value
}

function readChains(value: string): readonly ChainFacts[] {
  const json = value.trimStart().startsWith('[') ? value : readFile(value)
  const parsed = parseJsonOr(json, (cause) => new Error('must hold valid JSON', { cause }))
  const result = v.safeParse(v.array(chainSchema), parsed)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Error(`must be a list of chains (${v.getDotPath(issue) ?? 'list'}: ${issue.message})`)
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error('must be a JSON list or the path of a readable file', { cause })
  }
}

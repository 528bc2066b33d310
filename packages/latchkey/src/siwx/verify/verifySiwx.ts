import { type CaipAddress, type CaipNetworkId, parseNetworkId, toCaipAddress } from '../../protocol/caip.js'
import { parseSiwxMessage } from '../message/parseSiwxMessage.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import type { ChainClient } from './contractSignature.js'
import type { NonceStore } from './nonces.js'
import { SiwxError } from './SiwxError.js'

/** How far a message's issue time may be ahead of this server's clock, in milliseconds. */
const clockTolerance = 60_000

/**
 * Verifies a signed message against what this server expects; every expectation must be given. The nonce is used up
 * first, whatever comes after.
 *
 * - eip155: a key (low s), a contract (ERC-1271), one that is not deployed yet (ERC-6492) or a key's account that is
 *   not delegated yet (ERC-8010); contracts by `clients`, and nothing but their nodes is asked, whatever a contract
 *   answers.
 * - solana: ed25519, base58. bip122: BIP-322 or the older form, base64. polkadot: sr25519, ed25519 or ecdsa, hex.
 *
 * @returns who signed, and what.
 * @throws `SiwxError` with one text for every reason; `TypeError` where an expectation is missing.
 * @see ERC-4361 "Relying Party Implementer Steps", CAIP-122
 *
 * @example
 * ```ts
 * import { memoryNonceStore, verifySiwx } from 'latchkey/siwx'
 *
 * const nonceStore = memoryNonceStore()
 *
 * export async function signIn(message: string, signature: string) {
 *   const { account } = await verifySiwx({
 *     message,
 *     signature,
 *     expected: {
 *       domain: 'app.example',
 *       scheme: 'https',
 *       nonceStore,
 *       chainIds: ['eip155:1'],
 *       maxAge: 10 * 60_000,
 *     },
 *   })
 *   return account
 * }
 * ```
 */
export async function verifySiwx(parameters: verifySiwx.Parameters): Promise<verifySiwx.ReturnType> {
  const { message: text, signature, expected, clients, verifiers } = parameters
  checkExpectations(expected)
  if (typeof text !== 'string') throw new SiwxError('MESSAGE_INVALID')
  const message = parseSiwxMessage(text)
  if (message === undefined) throw new SiwxError('MESSAGE_INVALID')
  if (!(await expected.nonceStore.consume(message.nonce, expected.nonceBinding))) {
    throw new SiwxError('NONCE_UNKNOWN')
  }
  if (typeof signature !== 'string') throw new SiwxError('SIGNATURE_MALFORMED')
  checkFields(message, expected)
  const { namespace } = parseNetworkId(message.chainId) ?? {}
  const isSigned = await verifySignature(namespace, { text, message, signature, clients, verifiers })
  if (!isSigned) throw new SiwxError('SIGNATURE_INVALID')
  return { message, account: toCaipAddress(message.chainId, message.address) }
}

export declare namespace verifySiwx {
  type Expectations = {
    /** The host of your page, and its port where it is not the usual one: `'app.example'`. */
    readonly domain: string
    /** The scheme of your page. */
    readonly scheme: 'https' | 'http'
    /** The store of the nonces that you gave out. */
    readonly nonceStore: NonceStore
    /** The binding with which the nonce was added. */
    readonly nonceBinding?: string | undefined
    /** CAIP-2 ids that one may sign in on. */
    readonly chainIds: readonly CaipNetworkId[]
    /** The maximum age of a message, in milliseconds; 10 minutes is usual. */
    readonly maxAge: number
    /** The required address of the message, if you know it. */
    readonly address?: string | undefined
    /** The exact URI that the message must have; by default any of your origin. */
    readonly uri?: string | undefined
    /** This server's time, epoch milliseconds. @default Date.now() */
    readonly now?: number | undefined
  }
  type Parameters = {
    /** The text that was signed, as the client sent it. Unknown until it has been read. */
    readonly message: unknown
    /** The wallet's answer. */
    readonly signature: unknown
    readonly expected: Expectations
    /** viem clients by CAIP-2 id, for accounts that are contracts; of several for a chain the majority counts. */
    readonly clients?: { readonly [chainId: CaipNetworkId]: ChainClient | readonly ChainClient[] } | undefined
    /**
     * Verifies signatures by namespace: of families that are not among the four above, or to replace their
     * verification. The rest of the message is checked as usual.
     */
    readonly verifiers?: { readonly [namespace: string]: Verifier } | undefined
  }
  /** Returns whether an account signed this exact text. `verifySiwx` rethrows its errors. */
  type Verifier = (signed: {
    readonly message: string
    readonly address: string
    readonly chainId: CaipNetworkId
    readonly signature: string
  }) => Promise<boolean>
  type ReturnType = { readonly message: SiwxMessage; readonly account: CaipAddress }
}

// Also checked at run time: a missing expectation, or one that is not a number, would let every message pass.
function checkExpectations(expected: verifySiwx.Expectations | undefined): void {
  const { domain, scheme, nonceStore, chainIds, maxAge, now } =
    expected ?? ({} as Partial<verifySiwx.Expectations>)
  const problems = [
    typeof domain === 'string' && /^[^/]+$/.test(domain) ? undefined : 'domain`, a host, not an address',
    scheme === 'https' || scheme === 'http' ? undefined : "scheme`, 'https' or 'http'",
    typeof nonceStore?.consume === 'function' ? undefined : 'nonceStore`',
    Array.isArray(chainIds) && chainIds.length > 0 ? undefined : 'chainIds`, one at least',
    typeof maxAge === 'number' && maxAge > 0 ? undefined : 'maxAge`, in milliseconds',
    now === undefined || Number.isFinite(now) ? undefined : 'now`, in epoch milliseconds',
  ].filter((problem) => problem !== undefined)
  if (problems.length > 0)
    throw new TypeError(`verifySiwx needs ${problems.map((problem) => `\`expected.${problem}`).join('; ')}`)
}

function checkFields(message: SiwxMessage, expected: verifySiwx.Expectations): void {
  const { now = Date.now(), maxAge } = expected
  if (message.domain !== expected.domain) throw new SiwxError('DOMAIN_MISMATCH')
  if (message.scheme !== undefined && message.scheme !== expected.scheme)
    throw new SiwxError('SCHEME_MISMATCH')
  const origin = originOf(message.uri)
  const isOurUri =
    expected.uri === undefined
      ? origin !== undefined && origin === originOf(`${expected.scheme}://${expected.domain}`)
      : message.uri === expected.uri
  if (!isOurUri) throw new SiwxError('URI_MISMATCH')
  if (!expected.chainIds.includes(message.chainId)) throw new SiwxError('CHAIN_NOT_ALLOWED')
  if (expected.address !== undefined && expected.address !== message.address)
    throw new SiwxError('ADDRESS_MISMATCH')
  const issuedAt = Date.parse(message.issuedAt)
  if (issuedAt > now + clockTolerance) throw new SiwxError('ISSUED_IN_FUTURE')
  if (now - issuedAt > maxAge) throw new SiwxError('TOO_OLD')
  if (message.expirationTime !== undefined && Date.parse(message.expirationTime) <= now)
    throw new SiwxError('EXPIRED')
  if (message.notBefore !== undefined && Date.parse(message.notBefore) > now)
    throw new SiwxError('NOT_YET_VALID')
}

function originOf(uri: string): string | undefined {
  try {
    return new URL(uri).origin
  } catch {
    // An invalid URI has no origin.
    return undefined
  }
}

type Signed = {
  readonly text: string
  readonly message: SiwxMessage
  readonly signature: string
  readonly clients: verifySiwx.Parameters['clients']
  readonly verifiers: verifySiwx.Parameters['verifiers']
}

function verifierOf(verifiers: NonNullable<Signed['verifiers']>, namespace: string) {
  return Object.hasOwn(verifiers, namespace) ? verifiers[namespace] : undefined
}

// Loads each family's cryptography on demand.
async function verifySignature(
  namespace: string | undefined,
  { text, message, signature, clients, verifiers }: Signed,
): Promise<boolean> {
  const { address, chainId } = message
  const own = namespace === undefined || !verifiers ? undefined : verifierOf(verifiers, namespace)
  if (own !== undefined) return (await own({ message: text, address, chainId, signature })) === true
  switch (namespace) {
    case 'eip155': {
      const { verifyEip155 } = await import('./verifyEip155.js')
      return verifyEip155({
        text,
        address,
        signature,
        chainId,
        clients: [clients?.[chainId] ?? []].flat() as ChainClient[],
      })
    }
    case 'solana':
      return (await import('./verifySolana.js')).verifySolana(text, address, signature)
    case 'bip122':
      return (await import('./verifyBip122.js')).verifyBip122(text, { address, chainId }, signature)
    case 'polkadot':
      return (await import('./verifyPolkadot.js')).verifyPolkadot(text, address, signature, chainId)
    default:
      return false
  }
}

import { SiwxError, verifySiwx } from 'latchkey/siwx'
import { type Client, encodeAbiParameters, type Hex, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import type { SignedIn } from './createRelay.js'

/** Farcaster's chain, where its accounts are. */
export const farcasterChain = 'eip155:10'
/** Farcaster's contracts: who owns an account, and which addresses may sign in for it. */
const registries = {
  ids: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keys: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const

const registryAbi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType))',
])
/** A key that was added and not removed, and the type of keys that are addresses. */
const added = 1
const addressType = 2

/** What somebody has signed is not a sign-in to this service by the owner of an account. The message is for the log. */
class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal'
}

type Expected = {
  readonly frameUrl: string
  readonly uri: string
  readonly nonce: string
  /** Epoch milliseconds. */
  readonly now: number
  /** How old the message may be, in milliseconds. */
  readonly maxAge: number
  /** A node of {@link farcasterChain}. */
  readonly client: Client
}

/**
 * Checks a sign-in with Farcaster (FIP-11): the text is for this service and this flow, and its signer owns the account
 * that it names, or may sign in for it. The chain says so, not the relay.
 *
 * @returns the account's number.
 * @throws {@link SignInRefusal}; what the node's failure throws
 */
export async function checkSignIn(
  { message: text, signature }: Pick<SignedIn, 'message' | 'signature'>,
  { frameUrl, uri, nonce, now, maxAge, client }: Expected,
): Promise<bigint> {
  const { host, protocol } = new URL(frameUrl)
  const { message } = await verifySiwx({
    ...{ message: text, signature, clients: { [farcasterChain]: client } },
    expected: {
      ...{ domain: host, scheme: protocol === 'http:' ? 'http' : 'https', uri, now, maxAge },
      chainIds: [farcasterChain],
      // The flow takes one answer, so its nonce is used once.
      nonceStore: { add: async () => undefined, consume: async (given) => given === nonce },
    },
  }).catch((error: unknown): never => {
    if (error instanceof SiwxError) throw new SignInRefusal(error.reason, { cause: error })
    throw error
  })
  if (message.statement !== 'Farcaster Auth') throw new SignInRefusal('the statement')
  const fid = accountOf(message.resources ?? [])
  const address = message.address as Hex
  const owned = await readContract(client, {
    ...{ address: registries.ids, abi: registryAbi, functionName: 'idOf', args: [address] },
  })
  if (owned === fid) return fid
  const key = encodeAbiParameters([{ type: 'address' }], [address])
  const { state, keyType } = await readContract(client, {
    ...{ address: registries.keys, abi: registryAbi, functionName: 'keyDataOf', args: [fid, key] },
  })
  if (state !== added || keyType !== addressType) throw new SignInRefusal('not the account of the signer')
  return fid
}

/** Returns the one account that a message names. */
function accountOf(resources: readonly string[]): bigint {
  const found = resources.flatMap((one) => /^farcaster:\/\/fid\/([1-9]\d{0,30})\/?$/.exec(one)?.[1] ?? [])
  const [only] = found
  if (only === undefined || found.length > 1) throw new SignInRefusal('not one account')
  return BigInt(only)
}

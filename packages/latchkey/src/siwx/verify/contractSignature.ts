/**
 * Checks a contract's signature on its chain. The account that signs in chooses the contract, so the contract counts as
 * hostile: its node receives at most two calls, once each, limited in gas and time, and their answers trigger no
 * further request. viem's own actions are not used for that reason: depending on the client, they follow
 * `OffchainLookup` (EIP-3668) to any address, batch calls and retry.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { addressOfSigner, keySignatureOf } from './keySignature.js'
import { readPreDelegated } from './preDelegated.js'

/** For both questions together, in milliseconds. */
const patience = 5_000

/** The gas limit of one call: enough for the slowest passkey checks and for deploying an account. */
const gas = `0x${(10_000_000).toString(16)}`

/** The address of Multicall3 on nearly every chain. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

type Hex = `0x${string}`
type Question = {
  readonly hash: Hex
  readonly address: Hex
  readonly signature: Hex
  /** The number of the chain that the message names. */
  readonly chainId: bigint
}
/** The part of a viem client that the verifier uses. Servers that verify no contract accounts compile without viem's types. */
export type ChainClient = { readonly request: (...parameters: never[]) => Promise<unknown> }
type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Checks whether a contract account signed a hash: deployed (ERC-1271), not deployed yet (ERC-6492), or a key's account
 * that is not yet delegated to its contract (ERC-8010, EIP-7702).
 *
 * @returns `undefined` if the chain did not answer within 5 s.
 */
export async function isContractSignature(
  client: ChainClient,
  question: Question,
): Promise<boolean | undefined> {
  const control = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      control.abort()
      resolve(undefined)
    }, patience)
  })
  const request = client.request as (call: object, options: object) => Promise<unknown>
  const ask: Ask = (method, params) =>
    request({ method, params }, { retryCount: 0, dedupe: false, signal: control.signal })
  const answer = askChain(ask, question).catch((error: unknown) => (isFailedCall(error) ? false : undefined))
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

async function askChain(ask: Ask, question: Question): Promise<boolean> {
  const { address, signature } = question
  // The call deploys the account first, so the chain need not have code there yet.
  if (/(?:6492){16}$/.test(signature)) return isValidAfterFactory(ask, question)
  const code = await ask('eth_getCode', [address, 'latest'])
  if (typeof code !== 'string') throw new TypeError('eth_getCode answered no code')
  if (!/(?:8010){16}$/.test(signature)) {
    // Without code there is no contract to call.
    return code !== '0x' && isAccepted(await call(ask, await questionTo(question)))
  }
  const wrapped = await readPreDelegated(question)
  if (wrapped === undefined) return false
  const inner = { ...question, signature: wrapped.signature }
  if (isSignedByKeyOf(inner)) return true
  const isDelegated = code.toLowerCase() === `0xef0100${wrapped.authorization.address.slice(2)}`.toLowerCase()
  if (isDelegated) return isAccepted(await call(ask, await questionTo(inner)))
  return isValidAfterDelegation(ask, inner, wrapped)
}

// ERC-8010 allows a signature by the account's own key inside the wrapper; it must have the same form as outside.
function isSignedByKeyOf({ address, hash, signature }: Question): boolean {
  const key = keySignatureOf(hexToBytes(signature.slice(2)))
  return key?.isStrict === true && addressOfSigner(hexToBytes(hash.slice(2)), key) === address.toLowerCase()
}

async function questionTo({ address, hash, signature }: Question): Promise<{ to: Hex; data: Hex }> {
  const { encodeFunctionData, parseAbi } = await import('viem')
  const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
  return { to: address, data: encodeFunctionData({ abi, args: [hash, signature] }) }
}

// Uses only names that every viem version in the peer's range exports.
async function isValidAfterFactory(ask: Ask, { address, hash, signature }: Question): Promise<boolean> {
  const {
    encodeDeployData,
    universalSignatureValidatorAbi: abi,
    universalSignatureValidatorByteCode: bytecode,
  } = await import('viem')
  const answer = await call(ask, {
    data: encodeDeployData({ abi, bytecode, args: [address, hash, signature] }),
  })
  return /^0x0*1$/.test(answer)
}

async function isValidAfterDelegation(
  ask: Ask,
  inner: Question,
  { authorization, prepare }: NonNullable<Awaited<ReturnType<typeof readPreDelegated>>>,
): Promise<boolean> {
  const { decodeFunctionResult, encodeFunctionData, multicall3Abi: abi } = await import('viem')
  const authorizationList = [authorization]
  const check = await questionTo(inner)
  if (prepare === undefined) return isAccepted(await call(ask, { ...check, authorizationList }))
  const calls = [prepare, check].map(({ to, data }) => ({ allowFailure: true, target: to, callData: data }))
  const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
  const answer = await call(ask, { to: multicall3, data, authorizationList })
  if (answer === '0x') return false
  const [, last] = decodeFunctionResult({ abi, functionName: 'aggregate3', data: answer })
  return last?.success === true && isAccepted(last.returnData)
}

async function call(ask: Ask, transaction: object): Promise<Hex> {
  const answer = await ask('eth_call', [{ ...transaction, gas }, 'latest'])
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer))
    throw new TypeError('eth_call answered no bytes')
  return answer as Hex
}

/** Checks for the magic value of ERC-1271, padded as in the ABI. */
function isAccepted(answer: string): boolean {
  return /^0x1626ba7e[0-9a-f]{56}$/i.test(answer)
}

/** Checks whether the node ran the call and the call failed, which concerns the contract and not the node. */
function isFailedCall(error: unknown): boolean {
  for (let one = error; one instanceof Object; one = (one as { readonly cause?: unknown }).cause) {
    const { code, data, details, message } = one as { readonly [name: string]: unknown }
    if (code === 3 || (typeof data === 'string' && /^0x[0-9a-f]+$/i.test(data))) return true
    if (code === undefined) continue
    if (/revert|out ?of ?gas|invalid (opcode|jump)|stack (under|over)flow/i.test(`${details ?? message}`))
      return true
  }
  return false
}

import type { NetworkInput } from '../../protocol/entities/Network.js'
import { WalletRequestError } from './WalletRequestError.js'

/** A real key, and the chains of the host as it configured them. */
export type Signer = {
  readonly address: string
  /** The chain ids of the host's networks, in their order. */
  readonly chainIds: readonly number[]
  /** Signs a text as it is (EIP-191). */
  signText(message: string): Promise<string>
  /** Carries out a request: signs, sends, or asks the chain. */
  perform(request: {
    readonly chainId: number
    readonly method: string
    readonly params: readonly unknown[]
  }): Promise<unknown>
}

/**
 * The first key of the phrase that local development chains fund. It is public: never hold anything of value with it.
 */
export const testPrivateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** Loads viem on demand: the shared entry must not import it, because hosts without EVM chains do not install it. */
export async function createSigner({
  networks,
  privateKey = testPrivateKey,
}: {
  readonly networks: readonly NetworkInput[]
  readonly privateKey?: `0x${string}` | undefined
}): Promise<Signer> {
  const { createWalletClient, http, isHex } = await import('viem')
  const { privateKeyToAccount } = await import('viem/accounts')
  const account = privateKeyToAccount(privateKey)
  const urls = new Map<number, string>()
  for (const { id, chainNamespace = 'eip155', rpcUrls } of networks) {
    const [url] = rpcUrls.default.http
    if (chainNamespace === 'eip155' && url !== undefined) urls.set(Number(id), url)
  }

  function clientOf(chainId: number) {
    const url = urls.get(chainId)
    if (url === undefined) {
      throw new WalletRequestError(4901, `The wallet has no RPC address for the chain ${chainId}.`)
    }
    return createWalletClient({ account, transport: http(url) })
  }

  async function send(chainId: number, transaction: Transaction): Promise<string> {
    const { to, value, data, gas } = transaction
    return clientOf(chainId).sendTransaction({
      chain: null,
      to: to ?? null,
      value: BigInt(value ?? 0),
      ...(data === undefined ? {} : { data }),
      ...(gas === undefined ? {} : { gas: BigInt(gas) }),
    })
  }

  return {
    address: account.address,
    chainIds: [...urls.keys()],
    signText: (message) => account.signMessage({ message }),
    async perform({ chainId, method, params }) {
      const [first, second] = params
      if (method === 'personal_sign') {
        const message = isHex(first) ? { raw: first } : String(first)
        return account.signMessage({ message })
      }
      if (method === 'eth_signTypedData' || method === 'eth_signTypedData_v4') {
        return account.signTypedData(typeof second === 'string' ? JSON.parse(second) : second)
      }
      if (method === 'eth_sendTransaction') return send(chainId, first as Transaction)
      return clientOf(chainId).request({ method, params } as never)
    },
  }
}

/** Returns the prompt that a request needs; `undefined` for one that the wallet answers without its user. */
export function questionOf(method: string): 'sign' | 'send' | undefined {
  if (method === 'eth_sendTransaction') return 'send'
  return method === 'personal_sign' || method.startsWith('eth_signTypedData') ? 'sign' : undefined
}

type Transaction = {
  readonly to?: `0x${string}` | undefined
  readonly value?: `0x${string}` | undefined
  readonly data?: `0x${string}` | undefined
  readonly gas?: `0x${string}` | undefined
}

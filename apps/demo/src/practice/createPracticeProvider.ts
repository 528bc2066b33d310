import type { Network } from 'latchkey'
import { createWalletClient, formatEther, type Hex, hexToString, http, isHex, type WalletClient } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { ask, type Question } from './ask.js'
import { recallChain, recallPermission, recallPerson, rememberChain, rememberPermission } from './memory.js'

type Request = { readonly method: string; readonly params?: unknown }
type Listener = (...values: unknown[]) => void

/** The key phrase that local development chains fund. It is public: never hold anything of value with it. */
const developmentPhrase = 'test test test test test test test test test test test junk'

class ProviderError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** An EIP-1193 provider with a real key, which asks the visitor before it connects, signs, sends or switches. */
export function createPracticeProvider(networks: readonly Network[]) {
  const account = mnemonicToAccount(developmentPhrase, { addressIndex: recallPerson() })
  const listeners = new Map<string, Set<Listener>>()
  let chainId = recallChain(networks)
  let isPermitted = recallPermission()
  let isAsking = false

  const network = () => networks.find(({ id }) => id === chainId) ?? networks[0]
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }

  function client(): WalletClient {
    return createWalletClient({ account, transport: http(network()?.rpcUrls.default.http[0]) })
  }

  async function approve(question: Question): Promise<void> {
    if (isAsking) throw new ProviderError(-32002, 'A request is already pending.')
    isAsking = true
    const isApproved = await ask(question).finally(() => {
      isAsking = false
    })
    if (!isApproved) throw new ProviderError(4001, 'The user rejected the request.')
  }

  function requirePermission() {
    if (!isPermitted) throw new ProviderError(4100, 'The account has not been shared with this page.')
  }

  const about = () => ({ account: account.address, network: network()?.name ?? '' })

  const methods: { readonly [method: string]: (params: readonly unknown[]) => Promise<unknown> } = {
    eth_chainId: async () => toHex(chainId),
    net_version: async () => String(chainId),
    eth_accounts: async () => (isPermitted ? [account.address] : []),

    async eth_requestAccounts() {
      if (!isPermitted) {
        await approve({ title: 'Connect to this site?', lines: [['Site', location.host]], ...about() })
        isPermitted = true
        rememberPermission(true)
        emit('accountsChanged', [account.address])
      }
      return [account.address]
    },

    async wallet_revokePermissions() {
      isPermitted = false
      rememberPermission(false)
      emit('accountsChanged', [])
      return null
    },

    async wallet_getPermissions() {
      return isPermitted ? [{ parentCapability: 'eth_accounts', invoker: location.origin }] : []
    },

    async personal_sign([data]) {
      requirePermission()
      const message = isHex(data) ? hexToString(data) : String(data)
      await approve({ title: 'Sign this message?', lines: [['Message', message]], ...about() })
      return account.signMessage({ message: isHex(data) ? { raw: data } : message })
    },

    async eth_signTypedData_v4([, json]) {
      requirePermission()
      const typedData = typeof json === 'string' ? JSON.parse(json) : json
      const { primaryType, domain, message } = typedData
      await approve({
        title: 'Sign this data?',
        lines: [
          ['Type', String(primaryType)],
          ['For', String(domain?.name ?? '')],
          ['Data', JSON.stringify(message, null, 2)],
        ],
        ...about(),
      })
      return account.signTypedData(typedData)
    },

    async eth_sendTransaction([transaction]) {
      requirePermission()
      const { to, value, data } = transaction as {
        readonly to?: Hex
        readonly value?: Hex
        readonly data?: Hex
      }
      await approve({
        title: 'Send this transaction?',
        lines: [
          ['To', to ?? 'a new contract'],
          ['Amount', `${formatEther(BigInt(value ?? 0))} ETH`],
          ...(data === undefined || data === '0x' ? [] : [['Data', data] as const]),
        ],
        ...about(),
      })
      return client().sendTransaction({
        account,
        chain: null,
        to: to ?? null,
        value: BigInt(value ?? 0),
        data: data ?? '0x',
      })
    },

    async wallet_switchEthereumChain([parameters]) {
      const wanted = Number((parameters as { readonly chainId?: Hex } | undefined)?.chainId)
      const target = networks.find(({ id }) => id === wanted)
      if (target === undefined) throw new ProviderError(4902, `Unrecognized chain ${wanted}.`)
      if (wanted === chainId) return null
      await approve({ title: 'Switch network?', lines: [['To', target.name]], ...about() })
      chainId = wanted
      rememberChain(wanted)
      emit('chainChanged', toHex(wanted))
      return null
    },

    async wallet_addEthereumChain() {
      throw new ProviderError(4200, 'The practice wallet only knows its own networks.')
    },
  }

  return {
    async request({ method, params }: Request): Promise<unknown> {
      const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (handler !== undefined) return handler(Array.isArray(params) ? params : [])
      if (method.startsWith('wallet_')) throw new ProviderError(4200, `${method} is not supported.`)
      // Other methods read the chain.
      return client().request({ method, params } as never)
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}

function toHex(chainId: number): Hex {
  return `0x${chainId.toString(16)}`
}

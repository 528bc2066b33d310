import type { SessionRequest } from '@latchkey/sign-client/wallet'
import { createWalletClient, formatEther, type Hex, hexToString, http, isHex } from 'viem'
import { describeProtocolRequest } from '../../demo/src/practice/describeProtocolRequest.js'
import { accountOf, addressesOn, type NetworkId, type WalletAccount } from './accounts.js'
import { networkOf, type Settings, type WalletNetwork } from './settings.js'

/** A request in words, and the function that performs it after approval. */
export type Task = {
  readonly title: string
  readonly account: WalletAccount
  /** The account's address that the request is for. */
  readonly address: string
  readonly network: WalletNetwork
  readonly lines: readonly (readonly [name: string, value: string])[]
  readonly run: () => Promise<unknown>
}

/** The methods that this wallet grants to apps on EVM chains. */
export const methods = [
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
] as const

/** A request refused without asking the user, with a JSON-RPC code. */
export class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Context = { readonly settings: Settings; readonly accounts: readonly WalletAccount[] }

/**
 * Converts a request to a task. Requests are untrusted until this has validated them.
 *
 * @throws `Refusal`
 */
export async function readTask(request: SessionRequest, { settings, accounts }: Context): Promise<Task> {
  const network = networkOf(settings, request.chainId)
  if (network === undefined) throw new Refusal(5100, `This wallet does not know ${request.chainId}.`)
  const requireAccount = (address: unknown): WalletAccount => {
    const account = accountOf(accounts, network.networkId, address)
    if (account === undefined) throw new Refusal(-32602, 'The account is not one of this wallet’s.')
    return account
  }
  if (!network.networkId.startsWith('eip155:'))
    return readFamilyTask(request, network, accounts, requireAccount)
  const task = readEvmTask(request, network, requireAccount)
  return { ...task, address: task.account.signer.address, network }
}

type RequireAccount = (address: unknown) => WalletAccount

async function readFamilyTask(
  { method, params }: SessionRequest,
  network: WalletNetwork,
  accounts: readonly WalletAccount[],
  requireAccount: RequireAccount,
): Promise<Task> {
  const networkId = network.networkId as NetworkId
  const own = accounts.flatMap((account) => addressesOn(account, networkId))
  const described = await describeProtocolRequest({ method, params }, own)
  if (described === undefined) throw new Refusal(-32601, `This wallet does not know ${method}.`)
  const { title, lines, address = own[0] ?? '' } = described
  const account = requireAccount(address)
  const family = account.families.find(({ namespace }) => networkId.startsWith(`${namespace}:`))
  const run = async () => family?.perform({ networkId, rpcUrl: network.rpcUrl, method, params })
  return { title, lines, account, address, network, run }
}

/** Answers requests for an account's addresses, which need no approval; returns `undefined` for others. */
export function answerAtOnce(
  { method, chainId, params }: SessionRequest,
  accounts: readonly WalletAccount[],
): Promise<unknown> | undefined {
  const { account: asked } = (params ?? {}) as { readonly account?: unknown }
  const account = asked === undefined ? accounts[0] : accountOf(accounts, chainId, asked)
  const family = account?.families.find(({ namespace }) => chainId.startsWith(`${namespace}:`))
  if (family === undefined || !family.methods.includes(method) || family.questionOf(method) !== undefined)
    return
  return family.perform({ networkId: chainId as NetworkId, method, params })
}

function readEvmTask(
  { method, params }: SessionRequest,
  chain: WalletNetwork,
  requireAccount: RequireAccount,
): Omit<Task, 'address' | 'network'> {
  const list: readonly unknown[] = Array.isArray(params) ? params : []
  switch (method) {
    case 'personal_sign': {
      const [data, address] = list
      const account = requireAccount(address)
      const message = isHex(data) ? readText(data) : String(data)
      return {
        title: 'Sign a message',
        account,
        lines: [['Message', message]],
        run: () => account.signer.signMessage({ message: isHex(data) ? { raw: data } : message }),
      }
    }
    case 'eth_signTypedData':
    case 'eth_signTypedData_v4': {
      const [address, json] = list
      const account = requireAccount(address)
      const typedData = readTypedData(json)
      return {
        title: 'Sign data',
        account,
        lines: [
          ['Type', typedData.primaryType],
          ['For', String(typedData.domain?.name ?? 'no name given')],
          ['Data', JSON.stringify(typedData.message, null, 2)],
        ],
        run: () => account.signer.signTypedData(typedData as never),
      }
    }
    case 'eth_sendTransaction': {
      const { from, to, value, data, gas } = readTransaction(list[0])
      const account = requireAccount(from)
      return {
        title: 'Send a transaction',
        account,
        lines: [
          ['To', to ?? 'a new contract'],
          ['Amount', `${formatEther(value)} ETH`],
          ...(data === undefined ? [] : [['Data', data] as const]),
        ],
        run: () =>
          createWalletClient({ account: account.signer, transport: http(chain.rpcUrl) }).sendTransaction({
            account: account.signer,
            chain: null,
            to: to ?? null,
            value,
            ...(data === undefined ? {} : { data }),
            ...(gas === undefined ? {} : { gas }),
          }),
      }
    }
    default:
      throw new Refusal(-32601, `This wallet does not know ${method}.`)
  }
}

// Shows bytes that are not text unchanged, so that users notice that they cannot read them.
function readText(data: Hex): string {
  const text = hexToString(data)
  return /[\p{Cc}\p{Cf}\ufffd]/u.test(text.replace(/[\n\t]/g, '')) ? data : text
}

function readTypedData(json: unknown) {
  try {
    const data = (typeof json === 'string' ? JSON.parse(json) : json) as {
      readonly primaryType?: unknown
      readonly types?: object
      readonly domain?: { readonly name?: unknown }
      readonly message?: object
    }
    if (typeof data.primaryType !== 'string' || !data.types || !data.message)
      throw new TypeError('incomplete')
    return { ...data, primaryType: data.primaryType }
  } catch {
    throw new Refusal(-32602, 'The data to sign cannot be read.')
  }
}

function readTransaction(value: unknown) {
  const { from, to, value: amount, data, gas } = (value ?? {}) as { readonly [name: string]: unknown }
  const isQuantity = (quantity: unknown) => quantity === undefined || isHex(quantity)
  const isAddress = to === undefined || (isHex(to) && to.length === 42)
  if (!isAddress || !isQuantity(amount) || !isQuantity(gas) || !(data === undefined || isHex(data))) {
    throw new Refusal(-32602, 'The transaction cannot be read.')
  }
  return {
    from,
    to: to as Hex | undefined,
    value: BigInt((amount as Hex | undefined) ?? 0),
    data: data === '0x' ? undefined : (data as Hex | undefined),
    gas: gas === undefined ? undefined : BigInt(gas as Hex),
  }
}

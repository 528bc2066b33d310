import type {
  AuthenticationRequest,
  Proposal,
  SessionRequest,
  WalletClient,
} from '@latchkey/sign-client/wallet'
import type { CaipNetworkId } from '../../protocol/caip.js'
import type { NetworkInput } from '../../protocol/entities/Network.js'
import { askedNetworks, grantOf } from '../protocolAccounts/grantOf.js'
import type { ProtocolAccount } from '../protocolAccounts/ProtocolAccount.js'
import { afterwards, createAnswers, type WalletQuestion, type WalletScript } from './createAnswers.js'
import { createPeerClient } from './createPeerClient.js'
import { createSigner, type Signer } from './createSigner.js'
import { eip155ProtocolAccount } from './eip155ProtocolAccount.js'
import { strangeChain, type WalletRequest } from './scriptedWallet.js'
import { untilListening } from './untilListening.js'
import { WalletRequestError } from './WalletRequestError.js'

/** A wallet on another device that a test scripts, with a real key. */
export type ScriptedRemoteWallet = {
  /** Its first account's address: that of eip155, with checksum, unless it has only accounts of other families. */
  readonly address: string
  /** The requests it received, oldest first; a proposal is `wc_sessionPropose`, a sign-in `wc_sessionAuthenticate`. */
  readonly requests: readonly WalletRequest[]
  /** The questions that its user has not answered, oldest first. */
  readonly pending: readonly WalletQuestion[]
  /** Sets how it answers from now on. */
  behave(script: WalletScript): void
  /** Answers everything pending: `'silent'` requests, and those with a `delay`. */
  settle(answer: 'approve' | 'reject'): void
  /**
   * Pairs with the app's link, as if its user had scanned the QR code. Resolves when the wallet listens; rejects with the
   * reason if the relay refuses it.
   */
  pair(uri: string): Promise<void>
  /** Simulates the user choosing another chain in the wallet: notifies every app. A number is a chain of eip155. */
  chooseNetwork(network: number | CaipNetworkId): Promise<void>
  /** Simulates the user ending all sessions in the wallet. */
  disconnect(): Promise<void>
  /** Disconnects from the relay without ending the sessions. */
  close(): Promise<void>
}

/**
 * Makes a wallet that is reached over a relay (WalletConnect protocol), like an app on a phone. Its signatures are
 * real, and it sends to the RPC addresses of the host's own networks. It approves everything unless scripted otherwise.
 *
 * @example
 * ```ts
 * const wallet = await scriptedRemoteWallet({ networks: [mainnet], relayUrl: 'ws://localhost:4602' })
 * await wallet.pair(uri)
 * ```
 */
export async function scriptedRemoteWallet(
  parameters: scriptedRemoteWallet.Parameters,
): Promise<ScriptedRemoteWallet> {
  const { networks, privateKey, behaviour, clock, grants = 'all', canSignIn = false } = parameters
  // Hosts without EVM chains do not have what its signer needs.
  const signer = networks.some(isEvm) ? await createSigner({ networks, privateKey }) : undefined
  const accounts = [
    ...(signer === undefined ? [] : [eip155ProtocolAccount(signer)]),
    ...(parameters.accounts ?? []),
  ]
  const answers = createAnswers(behaviour, { clock })
  const client = await createPeerClient(parameters)
  const requests: WalletRequest[] = []
  const nodes = new Map(networks.map((network) => [idOf(network), network.rpcUrls.default.http[0]]))

  async function onProposal(proposal: Proposal) {
    const { id } = proposal
    requests.push({ method: 'wc_sessionPropose', params: proposal })
    const asked = askedNetworks(proposal)
    const common = asked.filter((networkId) => nodes.has(networkId))
    const answer = await answers.ask('connect')
    if (answer === 'rejected') return client.reject({ id })
    if (answer === 'wrongChain') {
      return client.approve({ id, ...grantOf(accounts, [`eip155:${strangeChain(chainIdsOf(asked))}`]) })
    }
    const grant = grantOf(accounts, grants === 'all' ? common : firstOfEach(common))
    if (Object.keys(grant.namespaces).length === 0) {
      return client.reject({ id, reason: { code: 5100, message: 'Unsupported chains.' } })
    }
    return client.approve({ id, ...grant })
  }

  async function onSignIn({ address, signText, chainIds }: Signer, { id, payload }: AuthenticationRequest) {
    const { buildAuth, formatAuthMessage, narrowAuthPayload } = await import('@latchkey/sign-client/wallet')
    requests.push({ method: 'wc_sessionAuthenticate', params: payload })
    if ((await answers.ask('connect')) === 'rejected') return client.rejectAuthenticate({ id })
    const narrowed = narrowAuthPayload(payload, {
      chains: chainIds.map((chainId) => `eip155:${chainId}`),
      methods: accounts[0]?.methods ?? [],
    })
    const issuer = `${narrowed.chains[0]}:${address}`
    const signature = await signText(formatAuthMessage(narrowed, issuer))
    return client.approveAuthenticate({
      id,
      auths: [buildAuth(narrowed, issuer, { t: 'eip191', s: signature })],
    })
  }

  async function onRequest(request: SessionRequest) {
    const { topic, id, method, params } = request
    requests.push({ method, params })
    const answer = await perform(request).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: toPeerError(error) }),
    )
    return client.respond({ topic, id, ...answer })
  }

  async function perform({ topic, chainId, method, params }: SessionRequest): Promise<unknown> {
    const networkId = chainId as CaipNetworkId
    if (method === 'wallet_switchEthereumChain') {
      const [wanted] = (Array.isArray(params) ? params : []) as readonly { readonly chainId?: string }[]
      return switchTo(topic, `eip155:${Number(wanted?.chainId)}`)
    }
    const own = accounts.filter(({ namespace }) => networkId.startsWith(`${namespace}:`))
    const account = own.find(({ methods }) => methods.includes(method))
    if (account === undefined)
      throw new WalletRequestError(-32601, `The test wallet does not know ${method}.`)
    const carryOut = () => account.perform({ networkId, rpcUrl: nodes.get(networkId), method, params })
    const question = account.questionOf(method)
    if (question === undefined) return carryOut()
    const how = await answers.ask(question)
    if (how === 'rejected') throw rejected()
    return afterwards(how, await carryOut())
  }

  // Adds the chain to the session before the answer, because the app looks for it there.
  async function switchTo(topic: string, networkId: CaipNetworkId): Promise<null> {
    if (!nodes.has(networkId)) throw new WalletRequestError(4902, `Unrecognized chain ${networkId}.`)
    const answer = await answers.ask('switchNetwork')
    if (answer === 'rejected') throw rejected()
    if (answer === 'approved') await enter(topic, networkId)
    return null
  }

  async function enter(topic: string, networkId: CaipNetworkId) {
    const granted = grantedNetworks(client, topic)
    if (!granted.includes(networkId)) {
      await client.update({ topic, namespaces: grantOf(accounts, [...granted, networkId]).namespaces })
    }
    const reference = networkId.slice(networkId.indexOf(':') + 1)
    const data = networkId.startsWith('eip155:') ? Number(reference) : networkId
    await client.emit({ topic, chainId: networkId, event: { name: 'chainChanged', data } })
  }

  client.on('session_proposal', (proposal) => void onProposal(proposal).catch(passOver))
  client.on('session_request', (request) => void onRequest(request).catch(passOver))
  if (canSignIn && signer !== undefined) {
    client.on('session_authenticate', (request) => void onSignIn(signer, request).catch(passOver))
  }
  await client.start()

  return {
    address: signer?.address ?? firstAddress(accounts, [...nodes.keys()]),
    requests,
    get pending() {
      return answers.pending()
    },
    behave: answers.behave,
    settle: answers.settle,
    async pair(uri) {
      await client.pair({ uri })
      await untilListening(client)
    },
    async chooseNetwork(network) {
      const networkId: CaipNetworkId = typeof network === 'number' ? `eip155:${network}` : network
      await Promise.all(client.sessions().map(({ topic }) => enter(topic, networkId)))
    },
    async disconnect() {
      await Promise.all(client.sessions().map(({ topic }) => client.disconnect({ topic })))
    },
    close: () => client.close(),
  }
}

export declare namespace scriptedRemoteWallet {
  type Parameters = createPeerClient.Parameters & {
    /** The host's own networks, as for `createKit`. It has an account on those of eip155. */
    readonly networks: readonly NetworkInput[]
    /** The key of its account on eip155. Default: a public key that local development chains fund. */
    readonly privateKey?: `0x${string}` | undefined
    /** Its accounts of other families: `solanaProtocolAccount()`, and so on. @default none */
    readonly accounts?: readonly ProtocolAccount[] | undefined
    /** Supports signing in together with connecting, on eip155. @default false */
    readonly canSignIn?: boolean | undefined
    /** Which of a family's requested chains it grants at first; it grants the others at a switch. @default 'all' */
    readonly grants?: 'all' | 'first' | undefined
    /** The initial behaviour. @default 'approve' */
    readonly behaviour?: WalletScript | undefined
  }
}

const isEvm = ({ chainNamespace = 'eip155' }: NetworkInput) => chainNamespace === 'eip155'

function idOf({ id, chainNamespace = 'eip155', caipNetworkId }: NetworkInput): CaipNetworkId {
  return (caipNetworkId ?? `${chainNamespace}:${id}`) as CaipNetworkId
}

const familyOf = (networkId: string) => networkId.slice(0, networkId.indexOf(':'))

function firstOfEach(networkIds: readonly CaipNetworkId[]): readonly CaipNetworkId[] {
  return networkIds.filter((id) => networkIds.find((other) => familyOf(other) === familyOf(id)) === id)
}

function firstAddress(accounts: readonly ProtocolAccount[], networkIds: readonly CaipNetworkId[]): string {
  const [account] = accounts
  const networkId = networkIds.find((id) => familyOf(id) === account?.namespace)
  return (networkId && account?.addressesOn(networkId)[0]) ?? ''
}

function grantedNetworks(client: WalletClient, topic: string): readonly CaipNetworkId[] {
  const { namespaces = {} } = client.session(topic) ?? {}
  return Object.values(namespaces).flatMap(({ chains = [] }) => chains) as readonly CaipNetworkId[]
}

function chainIdsOf(networkIds: readonly CaipNetworkId[]): readonly number[] {
  return networkIds.filter((id) => familyOf(id) === 'eip155').map((id) => Number(id.slice('eip155:'.length)))
}

function rejected(): WalletRequestError {
  return new WalletRequestError(5000, 'User rejected.')
}

function toPeerError(error: unknown): { readonly code: number; readonly message: string } {
  if (error instanceof WalletRequestError) return { code: error.code, message: error.message }
  return { code: -32000, message: String(error instanceof Error ? error.message : error).slice(0, 200) }
}

// The app may have withdrawn its request while it waited, or the test is over: there is no recipient for an answer.
function passOver() {}

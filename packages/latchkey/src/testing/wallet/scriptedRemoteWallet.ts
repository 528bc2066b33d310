import type {
  AuthenticationRequest,
  Metadata,
  Proposal,
  SessionNamespaces,
  SessionRequest,
  WalletClient,
  WebSocketConstructor,
} from '@latchkey/sign-client/wallet'
import type { Clock } from '../../core/clock.js'
import type { NetworkInput } from '../../protocol/entities/Network.js'
import { afterwards, createAnswers, type WalletQuestion, type WalletScript } from './createAnswers.js'
import { createSigner, questionOf } from './createSigner.js'
import { strangeChain, type WalletRequest } from './scriptedWallet.js'
import { WalletRequestError } from './WalletRequestError.js'

/** A wallet on another device that a test scripts, with a real key. */
export type ScriptedRemoteWallet = {
  /** Its account's address, with checksum. */
  readonly address: string
  /** The requests it received, oldest first; a proposal is `wc_sessionPropose`, a sign-in `wc_sessionAuthenticate`. */
  readonly requests: readonly WalletRequest[]
  /** The questions that its user has not answered, oldest first. */
  readonly pending: readonly WalletQuestion[]
  /** Sets how it answers from now on. */
  behave(script: WalletScript): void
  /** Answers everything pending: `'silent'` requests, and those with a `delay`. */
  settle(answer: 'approve' | 'reject'): void
  /** Pairs with the app's link, as if its user had scanned the QR code. Resolves when the wallet listens. */
  pair(uri: string): Promise<void>
  /** Simulates the user choosing another chain in the wallet: notifies every app. */
  chooseNetwork(chainId: number): Promise<void>
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
  const { buildAuth, formatAuthMessage, narrowAuthPayload } = await import('@latchkey/sign-client/wallet')
  const signer = await createSigner({ networks, privateKey })
  const answers = createAnswers(behaviour, { clock })
  const client = await createClient(parameters)
  const requests: WalletRequest[] = []

  function grantOf(chainIds: readonly number[]): SessionNamespaces {
    const chains = chainIds.map((id) => `eip155:${id}`)
    const accounts = chains.map((chain) => `${chain}:${signer.address}`)
    return {
      eip155: { chains, accounts, methods: [...methods], events: ['accountsChanged', 'chainChanged'] },
    }
  }

  async function onProposal(proposal: Proposal) {
    const { id } = proposal
    requests.push({ method: 'wc_sessionPropose', params: proposal })
    const common = askedChains(proposal).filter((chainId) => signer.chainIds.includes(chainId))
    const answer = await answers.ask('connect')
    if (answer === 'rejected') return client.reject({ id })
    if (answer === 'wrongChain') {
      return client.approve({ id, namespaces: grantOf([strangeChain(askedChains(proposal))]) })
    }
    if (common.length === 0) {
      return client.reject({ id, reason: { code: 5100, message: 'Unsupported chains.' } })
    }
    return client.approve({ id, namespaces: grantOf(grants === 'all' ? common : common.slice(0, 1)) })
  }

  async function onSignIn({ id, payload }: AuthenticationRequest) {
    requests.push({ method: 'wc_sessionAuthenticate', params: payload })
    if ((await answers.ask('connect')) === 'rejected') return client.rejectAuthenticate({ id })
    const narrowed = narrowAuthPayload(payload, {
      chains: signer.chainIds.map((chainId) => `eip155:${chainId}`),
      methods,
    })
    const issuer = `${narrowed.chains[0]}:${signer.address}`
    const signature = await signer.signText(formatAuthMessage(narrowed, issuer))
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
    const list: readonly unknown[] = Array.isArray(params) ? params : []
    if (method === 'wallet_switchEthereumChain') {
      const wanted = Number((list[0] as { readonly chainId?: string } | undefined)?.chainId)
      return switchTo(topic, wanted)
    }
    const question = questionOf(method)
    if (question === undefined)
      throw new WalletRequestError(-32601, `The test wallet does not know ${method}.`)
    const how = await answers.ask(question)
    if (how === 'rejected') throw rejected()
    const done = await signer.perform({
      chainId: Number(chainId.slice('eip155:'.length)),
      method,
      params: list,
    })
    return afterwards(how, done)
  }

  // Adds the chain to the session before the answer, because the app looks for it there.
  async function switchTo(topic: string, chainId: number): Promise<null> {
    if (!signer.chainIds.includes(chainId))
      throw new WalletRequestError(4902, `Unrecognized chain ${chainId}.`)
    const answer = await answers.ask('switchNetwork')
    if (answer === 'rejected') throw rejected()
    if (answer === 'approved') await enter(topic, chainId)
    return null
  }

  async function enter(topic: string, chainId: number) {
    const granted = grantedChains(client, topic)
    if (!granted.includes(chainId)) await client.update({ topic, namespaces: grantOf([...granted, chainId]) })
    const event = { name: 'chainChanged', data: chainId }
    await client.emit({ topic, chainId: `eip155:${chainId}`, event })
  }

  client.on('session_proposal', (proposal) => void onProposal(proposal).catch(passOver))
  client.on('session_request', (request) => void onRequest(request).catch(passOver))
  if (canSignIn) client.on('session_authenticate', (request) => void onSignIn(request).catch(passOver))
  await client.start()

  return {
    address: signer.address,
    requests,
    get pending() {
      return answers.pending()
    },
    behave: answers.behave,
    settle: answers.settle,
    async pair(uri) {
      await client.pair({ uri })
    },
    async chooseNetwork(chainId) {
      await Promise.all(client.sessions().map(({ topic }) => enter(topic, chainId)))
    },
    async disconnect() {
      await Promise.all(client.sessions().map(({ topic }) => client.disconnect({ topic })))
    },
    close: () => client.close(),
  }
}

export declare namespace scriptedRemoteWallet {
  type Parameters = {
    /** The host's own networks, as for `createKit`: the wallet supports those of eip155. */
    readonly networks: readonly NetworkInput[]
    /** The relay that the app uses too: `wss://…`. */
    readonly relayUrl: string
    readonly projectId?: string | undefined
    /** Default: a public key that local development chains fund. */
    readonly privateKey?: `0x${string}` | undefined
    /** @default 'Test wallet' */
    readonly name?: string | undefined
    /** Links with which an app brings this wallet to the front of a phone. */
    readonly redirect?: Metadata['redirect'] | undefined
    /** Supports signing in together with connecting. @default false */
    readonly canSignIn?: boolean | undefined
    /** Which of the requested chains it grants at first; it grants the others at a switch. @default 'all' */
    readonly grants?: 'all' | 'first' | undefined
    /** The initial behaviour. @default 'approve' */
    readonly behaviour?: WalletScript | undefined
    readonly clock?: Clock | undefined
    /** Default: the global `WebSocket`, which Node has since version 22. On older versions pass the one of `ws`. */
    readonly webSocket?: WebSocketConstructor | undefined
  }
}

/** The methods that the wallet grants. */
const methods = [
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
] as const

async function createClient({
  relayUrl,
  projectId,
  name = 'Test wallet',
  redirect,
  clock,
  webSocket,
}: scriptedRemoteWallet.Parameters): Promise<WalletClient> {
  const { createWalletClient, memoryStorage, singleTab } = await import('@latchkey/sign-client/wallet')
  return createWalletClient({
    relayUrl,
    projectId,
    clock,
    webSocket,
    metadata: {
      name,
      description: 'A wallet for tests.',
      url: 'https://wallet.example',
      icons: [],
      redirect,
    },
    // A separate storage, even if it runs in the app's page.
    storage: memoryStorage(),
    tabs: singleTab(),
    watchWake: () => () => {},
  })
}

function askedChains({ requiredNamespaces, optionalNamespaces }: Proposal): readonly number[] {
  const asked = [requiredNamespaces, optionalNamespaces].flatMap((namespaces) =>
    Object.entries(namespaces).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? []))),
  )
  return chainIdsOf(asked)
}

function grantedChains(client: WalletClient, topic: string): readonly number[] {
  return chainIdsOf(client.session(topic)?.namespaces.eip155?.chains ?? [])
}

function chainIdsOf(networkIds: readonly string[]): readonly number[] {
  const own = networkIds.filter((id) => id.startsWith('eip155:'))
  return [...new Set(own.map((id) => Number(id.slice('eip155:'.length))))]
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

import type {
  AccountFacts,
  Connector,
  ConnectorEvent,
  ConnectorInfo,
  ConnectorSession,
  ConnectParameters,
} from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { isSameJson } from '../../core/json.js'
import { untilAborted } from '../../core/untilAborted.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import { failureOf, toWalletError } from '../../protocol/toWalletError.js'
import { walletError } from '../../protocol/walletErrors.js'
import { toAddress } from './addresses.js'
import { invalid } from './answers.js'
import { clearAnswer } from './clearAnswer.js'
import type { BitcoinWallet } from './wallet.js'

const namespace = 'bip122'

/**
 * A Bitcoin wallet in this page. The wallet is foreign: what it says is read again at each of its events, and an older
 * reading never replaces a newer one.
 */
export function createBitcoinConnector(info: ConnectorInfo, wallet: BitcoinWallet): Connector {
  const events = createEmitter<ConnectorEvent>()
  let session: ConnectorSession | undefined
  let isEnded = false
  let turn = 0
  let stopListening: (() => void) | undefined
  let onTold: (() => void) | undefined

  async function begin(accounts: readonly AccountFacts[], signal: AbortSignal): Promise<ConnectorSession> {
    const own = ++turn
    const read = await untilAborted(readSession(accounts), signal)
    if (own !== turn && session !== undefined) return session
    session = read
    isEnded = false
    stopListening ??= listen()
    return read
  }

  async function readSession(accounts: readonly AccountFacts[]): Promise<ConnectorSession> {
    if (accounts.length === 0) throw walletError('NO_ACCOUNTS_FOUND')
    const networkId = await wallet.networkId()
    const read = await readFacts(accounts, networkId)
    const [first, ...rest] = read.map(({ address }) => address)
    // It says that it is on one network, and gives addresses of another.
    if (first === undefined) throw invalid('accounts')
    return {
      namespaces: {
        [namespace]: { addresses: [first, ...rest], accounts: read, networkId, approvedNetworkIds: 'all' },
      },
    }
  }

  /** Reads the wallet again, after one of its events. */
  async function renew(): Promise<void> {
    onTold?.()
    if (session === undefined) return
    const own = ++turn
    try {
      const next = await readSession(await wallet.accounts())
      if (own !== turn || session === undefined || isSameJson(next, session)) return
      session = next
      events.emit({ type: 'session', session })
    } catch (error) {
      if (own !== turn || !isKitError(error, 'NO_ACCOUNTS_FOUND')) return
      end()
      events.emit({ type: 'disconnect' })
    }
  }

  function listen(): () => void {
    try {
      return wallet.subscribe?.(() => void renew()) ?? (() => {})
    } catch {
      // A wallet whose events cannot be subscribed to is still usable.
      return () => {}
    }
  }

  function end() {
    turn++
    session = undefined
    isEnded = true
    try {
      stopListening?.()
    } catch {
      // Its own affair.
    }
    stopListening = undefined
  }

  return {
    info,
    subscribe: events.subscribe,

    async connect({ networks, signal }: ConnectParameters) {
      signal.throwIfAborted()
      const accounts = await untilAborted(askToConnect(wallet, wantedOf(networks), info.name), signal)
      return begin(accounts, signal)
    },

    async restore({ signal }: ConnectParameters) {
      for (let isTold = false; !isEnded; isTold = true) {
        const told = new Promise<void>((resolve) => {
          onTold = resolve
        })
        stopListening ??= listen()
        const accounts = await untilAborted(wallet.accounts(), signal).catch(() => undefined)
        if (accounts?.length) return begin(accounts, signal)
        if (accounts && (isTold || !wallet.isLate)) break
        // The wallet is locked, or not ready yet. It is read again when it tells of a change.
        await untilAborted(told, signal)
      }
      return undefined
    },

    async disconnect() {
      end()
      // Some wallets have no such method; the kit disconnects the visitor anyway.
      await wallet.disconnect?.().catch(() => {})
    },

    async switchNetwork(network: Network) {
      await switchTo(wallet, network.caipNetworkId, info.name)
      await renew()
    },

    async getProvider() {
      return wallet
    },
  }
}

/** The first offered chain of the family. */
function wantedOf(networks: readonly Network[]): CaipNetworkId {
  const wanted = networks.find(({ chainNamespace }) => chainNamespace === namespace)
  return wanted?.caipNetworkId ?? 'bip122:000000000019d6689c085ae165831e93'
}

async function askToConnect(
  wallet: BitcoinWallet,
  networkId: CaipNetworkId,
  name: string,
): Promise<readonly AccountFacts[]> {
  try {
    return await wallet.connect(networkId)
  } catch (error) {
    if (clearAnswer(error) === 'refused') throw walletError('CONNECTION_DECLINED', { cause: error })
    const failure = toWalletError(error, { wallet: name, method: 'connect' })
    throw failure.code === 'FRAME_ERROR' ? walletError('CONNECT_FAILED', { cause: error }) : failure
  }
}

/** @throws `SWITCH_DECLINED`, `CHAIN_NOT_SUPPORTED`, `REQUEST_ALREADY_PENDING` */
async function switchTo(wallet: BitcoinWallet, networkId: CaipNetworkId, name: string): Promise<void> {
  try {
    await wallet.switchTo(networkId)
  } catch (error) {
    if (clearAnswer(error) === 'refused') throw walletError('SWITCH_DECLINED', { cause: error })
    if (failureOf(error, true) === 'pending') throw toWalletError(error, { wallet: name, method: 'switch' })
    throw walletError('CHAIN_NOT_SUPPORTED', { cause: error })
  }
  // Some wallets accept and stay where they are.
  const now = await wallet.networkId().catch(() => undefined)
  if (now !== networkId) throw walletError('CHAIN_NOT_SUPPORTED')
}

/** The facts about addresses of the network, each once, accounts for payments first. */
async function readFacts(
  accounts: readonly AccountFacts[],
  networkId: CaipNetworkId,
): Promise<readonly AccountFacts[]> {
  const read = await Promise.all(
    accounts.map(async (account) => ({ account, address: await toAddress(account.address, networkId) })),
  )
  const byAddress = new Map<string, AccountFacts>()
  for (const { account, address } of read) {
    if (address !== undefined && !byAddress.has(address)) byAddress.set(address, { ...account, address })
  }
  const isLast = ({ type }: AccountFacts) => (type === 'ordinal' ? 1 : 0)
  return [...byAddress.values()].sort((one, other) => isLast(one) - isLast(other))
}

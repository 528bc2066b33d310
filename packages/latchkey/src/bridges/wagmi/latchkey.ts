import type { Address, Chain } from 'viem'
import { watch } from '../../core/store.js'
import { accountOf } from '../../features/account/state.js'
import { disconnect } from '../../features/connection/disconnect.js'
import { isRestoring } from '../../features/connection/state.js'
import { getProvider } from '../../features/intent/getProvider.js'
import type { Kit, State } from '../../features/Kit.js'
import { hasLeftModal } from '../../features/modal/hasLeftModal.js'
import { openModal } from '../../features/modal/openModal.js'
import { switchNetwork } from '../../features/network/switchNetwork.js'
import { toChainId } from '../../protocol/caip.js'
import { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { toWagmiError } from './toWagmiError.js'

/** The used part of the context that wagmi passes to a connector; the same in wagmi 2.17 and 3. */
type Context = {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly emitter: {
    emit(event: 'change', data: { accounts?: readonly Address[]; chainId?: number }): void
    emit(event: 'connect', data: Granted): void
    emit(event: 'disconnect'): void
  }
}
type Granted = { readonly accounts: readonly Address[]; readonly chainId: number }
type Connected<withCapabilities extends boolean> = {
  readonly accounts: withCapabilities extends true
    ? readonly { readonly address: Address; readonly capabilities: Record<string, unknown> }[]
    : readonly Address[]
  readonly chainId: number
}

/**
 * A wagmi connector that exposes the kit's connection: wagmi's hooks see the kit's account, chain and provider, and
 * follow the wallet's changes. `connect` opens the modal. Works with wagmi 2.17 and later, and 3.
 *
 * @example
 * ```ts
 * const config = createConfig({ chains: [mainnet], transports: { 1: http() }, connectors: [latchkey(kit)] })
 * ```
 */
export function latchkey(kit: Kit) {
  return ({ chains, emitter }: Context) => {
    const connector = {
      id: 'latchkey',
      name: 'Latchkey',
      type: 'latchkey' as const,

      async setup() {
        // Only in a page: a server makes the config too, but never connects.
        if (typeof window === 'undefined') return
        kit.start()
        watch(kit.store, grantedIn, follow, isSame)
        const granted = grantedIn(kit.store.getState())
        if (granted !== undefined) emitter.emit('connect', granted)
      },

      async connect<withCapabilities extends boolean = false>({
        chainId,
        isReconnecting,
        withCapabilities,
      }: {
        chainId?: number | undefined
        isReconnecting?: boolean | undefined
        withCapabilities?: withCapabilities | boolean | undefined
      } = {}): Promise<Connected<withCapabilities>> {
        const found = (await restored(kit)) ?? (isReconnecting ? undefined : await asked(kit))
        if (found === undefined) throw new KitError('NOT_CONNECTED')
        if (chainId !== undefined && chainId !== found.chainId) {
          // A wallet that stays on its network is still connected; wagmi shows its chain.
          await switchNetwork(kit, { networkId: `eip155:${chainId}` }).catch(() => {})
        }
        const { accounts, chainId: current } = grantedIn(kit.store.getState()) ?? found
        const listed = withCapabilities
          ? accounts.map((address) => ({ address, capabilities: {} }))
          : accounts
        return { accounts: listed, chainId: current } as unknown as Connected<withCapabilities>
      },

      async disconnect() {
        await disconnect(kit, { namespace: 'eip155' })
      },

      getAccounts: async () => grantedIn(kit.store.getState())?.accounts ?? [],

      async getChainId() {
        const granted = grantedIn(kit.store.getState())
        if (granted === undefined) throw new KitError('NOT_CONNECTED')
        return granted.chainId
      },

      getProvider: () => getProvider(kit, { namespace: 'eip155' }),

      isAuthorized: async () => (await restored(kit)) !== undefined,

      async switchChain({ chainId }: { chainId: number }): Promise<Chain> {
        const chain = chains.find(({ id }) => id === chainId)
        if (chain === undefined) throw toWagmiError(new KitError('NETWORK_NOT_FOUND'))
        await switchNetwork(kit, { networkId: `eip155:${chainId}` }).catch((error: unknown) => {
          throw toWagmiError(error)
        })
        return chain
      },

      // The kit passes on the wallet's events.
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
    }

    function follow(now: Granted | undefined, before: Granted | undefined) {
      if (now === undefined) emitter.emit('disconnect')
      else if (before === undefined) emitter.emit('connect', now)
      else emitter.emit('change', now)
    }

    return connector
  }
}

/** Returns the account and chain of eip155, in wagmi's format. */
function grantedIn(state: State): Granted | undefined {
  const account = accountOf(state, 'eip155')
  const chainId = toChainId(account?.networkId.slice('eip155:'.length))
  if (account === undefined || chainId === undefined) return undefined
  return { accounts: account.addresses as readonly Address[], chainId }
}

function isSame(left: Granted | undefined, right: Granted | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** Resolves with the connection once the kit knows whether it can restore a stored one. */
function restored(kit: Kit): Promise<Granted | undefined> {
  return settled(kit, ({ connection, modal }) => !isRestoring(connection, 'eip155') || modal.isOpen)
}

/** Resolves with the connection that the visitor makes in the modal; rejects if they leave it without connecting. */
async function asked(kit: Kit): Promise<Granted> {
  openModal(kit, { view: { name: 'Connect' }, namespace: 'eip155' })
  const hasLeft = hasLeftModal(kit)
  const granted = await settled(kit, (state) => grantedIn(state) !== undefined || hasLeft(state))
  if (granted === undefined) throw toWagmiError(walletError('CONNECTION_DECLINED'))
  return granted
}

/** Resolves with the connection once the state meets the condition. */
function settled(kit: Kit, isSettled: (state: State) => boolean): Promise<Granted | undefined> {
  return new Promise((resolve) => {
    const check = (state: State) => {
      if (!isSettled(state)) return false
      resolve(grantedIn(state))
      return true
    }
    if (check(kit.store.getState())) return
    const stop = kit.store.subscribe((state) => {
      if (check(state)) stop()
    })
  })
}

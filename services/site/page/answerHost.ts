import type { FrameUser, SurfaceView } from 'latchkey/frame'
import { type CaipNetworkId, isNetworkId, type Namespace, namespaceOf, toNetworkId } from 'latchkey/protocol'
import type { Chain } from '../accounts/Chain.js'
import type { WalletRequest } from '../consent/ReadContext.js'
import type { WorkerApi } from '../worker/walletApi.js'
import type { Asks } from './asks.js'
import { canBeSmart, frameUser } from './frameUser.js'
import { keepStorage } from './keepStorage.js'
import { type KnownWallet, openWallet } from './openWallet.js'
import type { Asked, Handlers } from './serveHost.js'
import type { SiteStore } from './siteState.js'
import { syncTheme } from './syncTheme.js'
import { SiteError } from './toFrameError.js'

export type HostParts = {
  readonly wallet: WorkerApi
  readonly asks: Asks
  readonly store: SiteStore
  readonly chains: readonly Chain[]
  readonly newId: () => string
  /** Whether this surface can keep keys. */
  readonly isLasting: boolean
  readonly reload: () => void
  readonly onTicket: (ticket: string) => void
  /** Whether the surface is told if it is covered. */
  readonly seesVisibility: boolean
  /** Tells the window of a request that it is given up. */
  readonly giveUpWindow: (askId: string) => void
  /** Called when the host may have to hear of the account anew. */
  readonly onChange: () => void
  /** Called when the visitor has deleted the account. */
  readonly onSignedOut: () => void
}

/** What a view in the wallet's window may end with. */
export const viewEnds = { signedOut: 'signed-out' } as const

/** Answers every request of the host (spec §10 "Frame messages"). */
export function answerHost(parts: HostParts): Handlers {
  const { wallet, asks, store, chains, newId, isLasting, reload, onTicket, seesVisibility } = parts
  const onSignedOut = () => {
    known = undefined
    store.setState(({ user, ...state }) => state)
    parts.onSignedOut()
  }
  /** What a ticket or the wallet's window has told, where this surface cannot open the wallet. */
  let known:
    | { readonly wallet: KnownWallet; readonly user: Awaited<ReturnType<WorkerApi['user']>> }
    | undefined

  /** The chain family that the host uses. */
  let inUse: Namespace | undefined

  async function userOn(chainId: CaipNetworkId, asked: Pick<Asked, 'signal'>): Promise<FrameUser> {
    const own = await wallet.user()
    const user = own ?? known?.user
    if (user === undefined) throw new SiteError('not_connected', 'Nobody is logged in')
    const facts = own === undefined || (known !== undefined && !isLasting) ? known?.wallet : undefined
    const opened = facts ?? (await openWallet(parts, asked))
    if (!isLasting) known = { wallet: opened, user }
    store.setState((state) => ({ ...state, user }))
    const [accountType, isDelegated] = await Promise.all([
      wallet.accountType(),
      namespaceOf(chainId) === 'eip155' ? wallet.isDelegated(chainId).catch(() => false) : false,
    ])
    if (!isLasting && own !== undefined) onTicket(await wallet.ticket())
    return frameUser({ user, wallet: opened, chainId, chains, accountType, isDelegated })
  }

  /** A chain as hosts write it; `undefined` for the one in use. */
  async function chainOf(value: unknown): Promise<CaipNetworkId> {
    if (value === undefined) return wallet.chain()
    const id = isNetworkId(value) ? value : toNetworkId(value, 'eip155')
    if (id === undefined || !chains.some((chain) => chain.id === id)) {
      throw new SiteError('unsupported', 'The wallet does not serve this network', { rpc: 4901 })
    }
    return id
  }

  async function carry(request: WalletRequest, asked: Asked): Promise<unknown> {
    asked.signal.addEventListener('abort', () => parts.giveUpWindow(asked.id), { once: true })
    // Without keys of its own, this surface asks in the wallet's window from the start.
    const reading = isLasting ? await wallet.request(request) : await readElsewhere(request)
    if (reading === undefined) {
      asked.endsItself()
      return asks.ask(
        { id: asked.id, kind: 'window', status: 'offered', task: { kind: 'request', request } },
        asked.signal,
      )
    }
    if (reading.status === 'answer') return reading.result
    asked.endsItself()
    const { consent } = reading
    try {
      return await asks.ask({ id: asked.id, kind: 'consent', consent, request, status: 'open' }, asked.signal)
    } catch (error) {
      // Otherwise the worker would forget one that still shows.
      void wallet.forget(consent.id)
      throw error
    }
  }

  /** Answers what needs no keys; what needs consent is asked in the window. */
  async function readElsewhere(request: WalletRequest) {
    const reading = await wallet.request(request)
    if (reading.status === 'answer') return reading
    await wallet.forget(reading.consent.id)
    return undefined
  }

  return {
    async CONNECT_EMAIL({ email }) {
      const { action, expiresIn } = await wallet.loginByEmail(email)
      return { action, expiresIn }
    },
    async CONNECT_DEVICE() {
      await wallet.awaitDevice()
      return undefined
    },
    async CONNECT_OTP({ otp }) {
      const code = otp.replace(/\D/g, '')
      if (code.length !== 6) throw new SiteError('code_wrong', 'The code has 6 digits')
      known = undefined
      await wallet.loginByCode(code)
      keepStorage()
      return undefined
    },
    async GET_SOCIAL_REDIRECT_URI({ provider }) {
      known = undefined
      return wallet.loginBySocial(provider)
    },
    async CONNECT_SOCIAL(_address, asked) {
      await wallet.awaitLogin()
      keepStorage()
      return userOn(await wallet.chain(), asked)
    },
    async GET_FARCASTER_URI() {
      known = undefined
      return wallet.loginByFarcaster()
    },
    async CONNECT_FARCASTER() {
      const user = await wallet.awaitLogin()
      keepStorage()
      return { userName: user.userName ?? '' }
    },
    async CONNECT_PASSKEY(_nothing, { signal }) {
      known = undefined
      await asks.ask({ id: newId(), kind: 'passkey' }, signal)
      keepStorage()
      return undefined
    },
    async GET_USER(payload, asked) {
      const chainId = await chainOf(payload?.chainId)
      const family = namespaceOf(chainId)
      // A host reads each family; the wallet stays on the first one, or on that of the last switch.
      inUse ??= family
      if (payload?.chainId !== undefined && family === inUse) await wallet.switchChain(chainId)
      if (payload?.preferredAccountType !== undefined && family === 'eip155')
        await wallet.setAccountType(payload.preferredAccountType, true)
      return userOn(chainId, asked)
    },
    async IS_CONNECTED(payload) {
      const user = await wallet.user()
      if (user !== undefined) return { isConnected: true }
      if (isLasting || payload?.token === undefined) return { isConnected: false }
      const read = await wallet.readTicket(payload.token).catch((error: unknown) => {
        // A server that does not answer now has not ended the login.
        if (error instanceof SiteError && (error.code === 'network' || error.code === 'limited')) throw error
        return undefined
      })
      known = read
      return { isConnected: read !== undefined }
    },
    async SIGN_OUT() {
      known = undefined
      inUse = undefined
      await wallet.signOut()
      asks.rejectAll(new SiteError('aborted', 'Request was aborted'))
      store.setState(({ user, ...state }) => state)
      return undefined
    },
    GET_CHAIN_ID: async () => ({ chainId: await wallet.chain() }),
    async SWITCH_NETWORK({ chainId }) {
      const id = await chainOf(chainId)
      inUse = namespaceOf(id)
      const before = await wallet.chain()
      await wallet.switchChain(id)
      // The account may be of another type there.
      if (canBeSmart(chains, before) !== canBeSmart(chains, id)) parts.onChange()
      return { chainId: id }
    },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({
      smartAccountEnabledNetworks: chains.flatMap(({ id, hasSmartAccounts }) =>
        hasSmartAccounts ? [Number(id.slice(id.indexOf(':') + 1))] : [],
      ),
    }),
    async INIT_SMART_ACCOUNT(_nothing, asked) {
      const chainId = await wallet.chain()
      const { address, smartAccountDeployed = false } = await userOn(chainId, asked)
      return { address, isDeployed: smartAccountDeployed }
    },
    async SET_PREFERRED_ACCOUNT({ type }, asked) {
      await wallet.setAccountType(type)
      const { address } = await userOn(await wallet.chain(), asked)
      return { type, address }
    },
    async RPC_REQUEST({ method, params, chainId }, asked) {
      return carry({ method, params, chainId }, asked)
    },
    async UPDATE_EMAIL({ email }) {
      const { action } = await wallet.updateEmail(email)
      return { action }
    },
    async UPDATE_EMAIL_PRIMARY_OTP({ otp }) {
      await wallet.confirmEmail(otp)
      return undefined
    },
    async UPDATE_EMAIL_SECONDARY_OTP({ otp }) {
      const { newEmail } = await wallet.confirmEmail(otp)
      if (newEmail === undefined) throw new SiteError('code_expired', 'Request a new code')
      return { newEmail }
    },
    async SYNC_THEME(theme) {
      await syncTheme(store, theme)
      return undefined
    },
    // The name that an app gives itself is not shown: the handshake tells its origin.
    SYNC_DAPP_DATA: () => undefined,
    RELOAD() {
      // The answer goes out before the page does.
      setTimeout(reload)
      return undefined
    },
    async OPEN_VIEW({ view }, asked) {
      // A page could cover what changes the ways in, and lead the visitor's hands, where the browser does not tell.
      const isElsewhere =
        !isLasting || !seesVisibility || (view === 'export' && store.getState().surface === 'iframe')
      try {
        const answer = await asks.ask<unknown>(
          isElsewhere
            ? { id: asked.id, kind: 'window', status: 'offered', task: { kind: 'view', view } }
            : viewAsk(asked.id, view),
          asked.signal,
        )
        // The window has deleted the account; this surface's session does not know it yet.
        if (answer === viewEnds.signedOut) await wallet.signOut()
      } finally {
        // Also if the visitor has closed the modal over the last words.
        if (view === 'delete' && (await wallet.user()) === undefined) onSignedOut()
      }
      return undefined
    },
  }
}

function viewAsk(id: string, view: SurfaceView) {
  return view === 'backup' ? ({ id, kind: 'backup' } as const) : ({ id, kind: 'view', view } as const)
}

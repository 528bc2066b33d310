import type { FrameEvent, FrameEventType, FrameUser } from 'latchkey/frame'
import type { LoginUser } from 'latchkey/protocol'
import type { WorkerApi } from '../worker/walletApi.js'
import type { SiteStore } from './siteState.js'

type Parameters = {
  readonly wallet: Pick<WorkerApi, 'user' | 'open'>
  /** The surface may know the visitor by a ticket or by the wallet's window, without a session and without keys. */
  readonly needsNoSession: boolean
  readonly store: SiteStore
  /** Reads the visitor as the host hears of them. */
  readonly read: () => Promise<FrameUser>
  readonly tell: <type extends FrameEventType>(type: type, payload: FrameEvent<type>) => void
}

/**
 * Tells the host what has changed: the account, its ways in, or who is logged in. A host that has not asked who is there hears
 * nothing. Another visitor whose wallet this surface cannot open by itself is told as a sign-out; of the same one the host hears
 * nothing then, because reading the wallet would ask the visitor, who wants nothing now.
 */
export async function tellUser({ wallet, needsNoSession, store, read, tell }: Parameters): Promise<void> {
  const before = store.getState().user
  if (before === undefined) return
  const user = (await wallet.user()) ?? (needsNoSession ? before : undefined)
  const isReadable = needsNoSession || (user !== undefined && (await opens(wallet)))
  const isGone = user === undefined || (user.id !== before.id && !isReadable)
  store.setState(({ user: _, ...state }) => (isGone ? state : { ...state, user: user as LoginUser }))
  // A deletion is told once the visitor has read that it is done.
  if (store.getState().asks.some((ask) => ask.kind === 'view' && ask.view === 'delete')) return
  if (isGone) return tell('SIGNED_OUT', {})
  if (isReadable) tell('USER_CHANGED', await read())
}

async function opens(wallet: Parameters['wallet']): Promise<boolean> {
  return (await wallet.open()).status === 'ready'
}

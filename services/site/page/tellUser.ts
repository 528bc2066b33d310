import type { FrameEvent, FrameEventType, FrameUser } from 'latchkey/frame'
import type { LoginUser } from 'latchkey/protocol'
import type { WorkerApi } from '../worker/walletApi.js'
import type { SiteStore } from './siteState.js'

type Parameters = {
  readonly wallet: Pick<WorkerApi, 'user' | 'open'>
  readonly store: SiteStore
  /** Reads the visitor as the host hears of them. */
  readonly read: () => Promise<FrameUser>
  readonly tell: <type extends FrameEventType>(type: type, payload: FrameEvent<type>) => void
}

/**
 * Tells the host what another tab has changed: the account, its ways in, or who is logged in. A host that has not asked who
 * is there hears nothing. Another visitor whose wallet this surface cannot open by itself is told as a sign-out.
 */
export async function tellUser({ wallet, store, read, tell }: Parameters): Promise<void> {
  const before = store.getState().user
  const user = await wallet.user()
  if (before === undefined) return
  const isGone = user === undefined || (user.id !== before.id && !(await opens(wallet)))
  store.setState(({ user: _, ...state }) => (isGone ? state : { ...state, user: user as LoginUser }))
  // A deletion is told once the visitor has read that it is done.
  if (store.getState().asks.some((ask) => ask.kind === 'view' && ask.view === 'delete')) return
  if (isGone) return tell('SIGNED_OUT', {})
  tell('USER_CHANGED', await read())
}

async function opens(wallet: Parameters['wallet']): Promise<boolean> {
  return (await wallet.open()).status === 'ready'
}

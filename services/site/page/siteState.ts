import type { SurfaceView } from 'latchkey/frame'
import type { LoginUser } from 'latchkey/protocol'
import { createStore, type Store } from 'latchkey/site'
import type { ConsentRequest } from '../consent/ConsentRequest.js'
import type { WalletRequest } from '../consent/ReadContext.js'
import type { WayIn } from '../worker/walletApi.js'

/** Why the visitor is needed. The surface shows the first ask of the queue; a newer one never replaces it. */
export type Ask = { readonly id: string } & (
  | {
      readonly kind: 'consent'
      readonly consent: ConsentRequest
      /** What the host asked for: the wallet's window reads it anew. */
      readonly request: WalletRequest
      /** The wallet signs now, or has failed to. */
      readonly status: 'open' | 'busy'
      readonly error?: string | undefined
    }
  /** The wallet must be opened with a way in that this device has not got. */
  | {
      readonly kind: 'recover'
      readonly ways: readonly WayIn[]
      /** To which another surface of this browser can seal the vault key. */
      readonly key: string
    }
  /** The wallet has no second way in yet. */
  | { readonly kind: 'backup' }
  /** The window of the wallet has no session of the visitor yet. */
  | { readonly kind: 'login' }
  /** A link has logged the window in: the visitor says whether this is their account. */
  | { readonly kind: 'account'; readonly name: string }
  /** The visitor logs in with a passkey, which takes a press in the surface. */
  | { readonly kind: 'passkey' }
  /** A view that the host has asked for. */
  | { readonly kind: 'view'; readonly view: SurfaceView }
  /** This must go on in a window of the wallet's own. */
  | {
      readonly kind: 'window'
      /** `working`: the window has come, and may be signing. */
      readonly status: 'offered' | 'waiting' | 'blocked' | 'working'
      readonly task: WindowTask
    }
)

/** What a window of the wallet's own is opened for. */
export type WindowTask =
  /** `key`: the window opens the wallet, and hands it over to the iframe. */
  | { readonly kind: 'open'; readonly key?: string | undefined }
  | { readonly kind: 'request'; readonly request: WalletRequest }
  | { readonly kind: 'view'; readonly view: SurfaceView }

type ThemeMode = 'light' | 'dark'

/** Everything that a surface shows. JSON. */
export type SiteState = {
  readonly surface: 'iframe' | 'window'
  /** The page that embeds the wallet, from the handshake. */
  readonly origin?: string | undefined
  readonly user?: LoginUser | undefined
  readonly asks: readonly Ask[]
  /** The host shows the frame now. */
  readonly isShown: boolean
  readonly theme: {
    readonly mode: ThemeMode
    readonly variables: { readonly [name: string]: string | number }
  }
  readonly locale: { readonly tag: string; readonly texts: { readonly [key: string]: string } }
  /** When what is shown last changed, by `performance.now()`: a press right after it does not count. */
  readonly changedAt: number
}

export type SiteStore = Store<SiteState>

export function createSiteStore(surface: SiteState['surface']): SiteStore {
  return createStore<SiteState>({
    surface,
    asks: [],
    isShown: surface === 'window',
    theme: { mode: 'dark', variables: {} },
    locale: { tag: 'en', texts: {} },
    changedAt: 0,
  })
}

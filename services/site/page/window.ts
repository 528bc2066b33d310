import type { FrameErrorCode } from 'latchkey/frame'
import type { Handover } from '../worker/walletApi.js'
import type { SiteState, WindowTask } from './siteState.js'

// The wallet's own window, as its iframe opens it. Both have one origin, so each trusts what the other says about the host's page.

/** What the iframe sends to the window. */
export type ToWindow =
  | WindowWork
  /** Answers `locked`; without `sealed` the iframe cannot open the wallet either. */
  | { readonly type: 'handedOver'; readonly sealed?: Handover | undefined }
  /** The visitor or the app gives the task up. What is being signed comes to its end. */
  | { readonly type: 'cancel' }

export type WindowWork = {
  readonly type: 'task'
  readonly task: WindowTask
  /** The origin of the host's page. */
  readonly host: string
  /** The visitor of the iframe's session. */
  readonly user?: string | undefined
  /** Nobody is logged in to the iframe, which would know: whoever was has signed out. */
  readonly isSignedOut?: boolean | undefined
  readonly theme: SiteState['theme']
  readonly locale: string
}

/** Whether the visitor who is logged in to the window is the one whom the iframe's task is for. */
export function isVisitorOf(
  { user, isSignedOut }: Pick<WindowWork, 'user' | 'isSignedOut'>,
  own: string,
): boolean {
  return isSignedOut !== true && (user === undefined || user === own)
}

/** What the window sends to the iframe. */
export type FromWindow =
  | { readonly type: 'hello' }
  /** The window has no way in: the iframe may seal the vault key to this key. */
  | { readonly type: 'locked'; readonly key: string }
  | { readonly type: 'done'; readonly answer: unknown }
  | {
      readonly type: 'failed'
      readonly code: FrameErrorCode
      readonly message: string
      readonly rpc?: number | undefined
    }

/** The message with which a window shows itself to the iframe that has opened it; a port comes with it. */
export const windowHello = 'latchkey:window'

const width = 440
const height = 720

/** Opens the window, in the visitor's click. Some host pages' policies make this `null` although the window is there. */
export function openOwnWindow(address: string): Window | null {
  const left = Math.max(0, Math.round(screen.width / 2 - width / 2))
  const top = Math.max(0, Math.round(screen.height / 2 - height / 2))
  return window.open(address, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
}

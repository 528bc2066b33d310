import type { Clock } from '../core/clock.js'
import type { FramePage } from './FramePage.js'
import type { FrameAddress } from './frameAddress.js'

/** What the host's end of the wallet's frame is made of. */
export type FrameClientParameters = {
  readonly address: FrameAddress
  readonly page: FramePage
  readonly clock: Clock
  readonly projectId: string
  /** The name and version of the client. */
  readonly sdk: string
  /** The release of the site that the host pins; another one is refused. */
  readonly hash?: string | undefined
  /** The wallet's name, for error texts. */
  readonly wallet: string
  /** Makes 128 random bits in base64url. */
  readonly newId: () => string
}

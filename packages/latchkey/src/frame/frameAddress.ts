import { frameVersion } from '../protocol/frame/envelope.js'

/** Where the frame is: its address, and the only origin that is spoken with. */
export type FrameAddress = { readonly src: string; readonly origin: string }

/**
 * The address of the wallet's site in a frame (spec §10 "Frame messages"): no secret is in it.
 *
 * @param url The site's own address, as the operator gave it.
 * @param hash The release that the host pins. @default the site's newest
 */
export function frameAddress({
  url,
  hash,
  projectId,
  chainId,
  enableLogger,
}: frameAddress.Parameters): FrameAddress {
  const base = url.replace(/\/+$/, '')
  const query = new URLSearchParams({
    projectId,
    chainId,
    version: String(frameVersion),
    enableLogger: String(enableLogger),
  })
  return {
    src: `${base}/f/${hash === undefined ? '' : `${hash}/`}?${query}`,
    origin: new URL(base).origin,
  }
}

export declare namespace frameAddress {
  type Parameters = {
    readonly url: string
    readonly hash?: string | undefined
    readonly projectId: string
    /** CAIP-2. */
    readonly chainId: string
    readonly enableLogger: boolean
  }
}

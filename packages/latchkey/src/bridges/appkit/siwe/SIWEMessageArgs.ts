/** The parts of a sign-in message that the host sets. */
export type SIWEMessageArgs = {
  readonly domain: string
  readonly uri: string
  readonly chains: readonly number[]
  readonly statement?: string | undefined
  /** In RFC 3339 format, like the other times. */
  readonly iat?: string | undefined
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

export type SIWECreateMessageArgs = SIWEMessageArgs & {
  /** As a DID: `did:pkh:eip155:1:0x…`. */
  readonly address: string
  readonly chainId: number
  readonly nonce: string
  readonly version: '1'
}

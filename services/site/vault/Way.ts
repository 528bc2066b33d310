import type { Bytes } from './bytes.js'

/** A way to open a wallet, with what the visitor or the device knows. */
export type Way =
  | { readonly type: 'device' }
  | { readonly type: 'passkey'; readonly ask: AskPasskey }
  | { readonly type: 'password'; readonly password: string }
  | {
      readonly type: 'kit'
      /** The kit's 32 bytes (`readKitWords`). They are not overwritten. */
      readonly secret: Bytes
    }
  | { readonly type: 'operator' }
  | {
      /** Another surface of the visitor in this browser, which has the wallet open. */
      readonly type: 'surface'
      /** Opens what that surface has handed over: the vault key, which belongs to the opened wallet from then on. */
      readonly open: (place: {
        readonly project: string
        readonly wallet: string
        readonly epoch: number
      }) => Promise<Bytes>
    }

/** A way that is about to be added. */
export type NewWay = { readonly label: string } & (
  | { readonly type: 'device' | 'kit' | 'operator' }
  | { readonly type: 'password'; readonly password: string }
  | {
      readonly type: 'passkey'
      readonly register: (options: {
        readonly challenge: string
        readonly rpId: string
        readonly userHandle: string
        /** The input of the PRF extension. */
        readonly salt: Bytes
      }) => Promise<{
        readonly credentialId: string
        /** As the browser gave it, without the outputs of extensions. */
        readonly registration: { readonly [name: string]: unknown }
      }>
      readonly ask: AskPasskey
    }
)

/** Has the visitor use a passkey. The page does so, because workers cannot. */
export type AskPasskey = (options: {
  readonly challenge: string
  readonly rpId: string
  /** The passkeys that open the wallet, each with the input of the PRF extension. */
  readonly credentials: readonly { readonly credentialId: string; readonly salt: Bytes }[]
}) => Promise<{
  /** The one that was used. */
  readonly credentialId: string
  /** As the browser gave it, without the outputs of extensions. */
  readonly assertion: { readonly [name: string]: unknown }
  /** The output of the PRF extension: 32 bytes, which are overwritten. */
  readonly prf: Bytes
}>

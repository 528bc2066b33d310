/** The app's details that a wallet shows (spec §3 "Config: metadata"). */
export type Metadata = {
  readonly name: string
  readonly description: string
  /** The app's address; its host must be the page's own, or wallets warn. */
  readonly url: string
  readonly icons: readonly string[]
  /** The links with which a wallet's app sends the visitor back. */
  readonly redirect?:
    | { readonly native?: string | undefined; readonly universal?: string | undefined }
    | undefined
}

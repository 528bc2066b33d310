/** An account at a provider. */
export type Account = {
  /** Who gives it, and its id there: by these two, and nothing else, somebody is known again. */
  readonly issuer: string
  readonly id: string
  readonly email?: ProvenEmail | undefined
  readonly userName?: string | undefined
}

/** An address, and whether the provider says that it is the visitor's. */
export type ProvenEmail = { readonly address: string; readonly isVerified: boolean }

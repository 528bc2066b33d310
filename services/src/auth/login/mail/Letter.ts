/** Where and when something was asked for, as a mail tells it. */
export type Place = {
  /** The app's name, or its host. */
  readonly app: string
  /** The host of the app's page: `shop.example`. */
  readonly host: string
  /** `Firefox on Windows`. */
  readonly browser: string
  /** The network of the client's address. */
  readonly network: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** What a user learns by mail about the account, because somebody else may have done it. */
export type Notice = {
  readonly type:
    | 'device-added'
    | 'way-added'
    | 'way-removed'
    | 'exported'
    | 'recovered'
    | 'custody-changed'
    | 'session-ended'
    | 'email-changed'
    | 'deleted'
  /** The name of the device or of the way in. */
  readonly label?: string | undefined
}

export type Letter =
  | {
      readonly kind: 'code'
      /** What the code is for: a login, the address that is left, or the one that is new. */
      readonly purpose: 'login' | 'update' | 'update-next'
      readonly code: string
      readonly seconds: number
      readonly place: Place
    }
  | { readonly kind: 'device'; readonly url: string; readonly seconds: number; readonly place: Place }
  | { readonly kind: 'locked'; readonly url: string; readonly app: string }
  | {
      readonly kind: 'notice'
      readonly notice: Notice
      readonly app: string
      readonly at: number
      readonly place?: Place | undefined
    }

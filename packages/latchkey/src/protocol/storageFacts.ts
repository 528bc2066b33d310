/** Documentation of an item that the kit stores in the browser. */
export type StorageFact = {
  /** The version of its content. A stored value of another version counts as absent. */
  readonly version: number
  /** What it is for. */
  readonly about: string
  /** What deletes it: the last wallet's disconnection, signing out, a later page load, or only the visitor. */
  readonly goesWith: 'last disconnection' | 'sign-out' | 'session' | 'answer' | 'next visit' | 'nothing'
  /** How long the kit keeps it, or how much of it. */
  readonly lifetime: string
  /** Whether `cookieStorage` keeps it in a cookie, for a server that renders the page. */
  readonly isSent?: true
  /** Whether the kit deletes it when the browser's storage is full, because nothing depends on it. */
  readonly isSpare?: true
  /** Whether the kit must never copy it, not even to `latchkey.quarantine`. */
  readonly isSecret?: true
}

/**
 * A row for each stored item. An item whose name, version or secrecy differs from its row does not compile. Parts of
 * names in braces are placeholders. No page loads this table: `docs/reference/storage.md` is generated from it, and
 * types and tests compare the items, `cookieStorage` and disconnecting with it.
 */
export const storageFacts = {
  'latchkey.connections': {
    version: 1,
    about: 'The connected wallet of each chain family, and the account that the visitor chose in it',
    goesWith: 'last disconnection',
    lifetime: 'at most 32 families',
    isSent: true,
  },
  'latchkey.accounts': {
    version: 1,
    about: 'The connected address of each chain family; only if the storage is sent to a server',
    goesWith: 'last disconnection',
    lifetime: 'at most 32 families',
    isSent: true,
  },
  'latchkey.deepLink': {
    version: 1,
    about: "The link that opens the connected wallet's app, and its name",
    goesWith: 'last disconnection',
    lifetime: 'the last wallet',
  },
  'latchkey.shownCode': {
    version: 1,
    about:
      'Until when a wallet may answer the last code, so that a later page ends a session that was approved after its page had closed',
    goesWith: 'next visit',
    lifetime: 'one time',
  },
  'latchkey.quarantine': {
    version: 0,
    about: 'The last unreadable value, for a bug report: its name and its first 4,096 characters',
    goesWith: 'last disconnection',
    lifetime: 'one value; deleted if the storage is full',
    isSpare: true,
  },
  'latchkey.siwx': {
    version: 1,
    about: 'Signed sign-in messages (`localSiwx`)',
    goesWith: 'sign-out',
    lifetime: '20 messages; each is valid for 7 days, or for the `lifetime` that you set',
    isSecret: true,
  },
  'latchkey.siwxToken': {
    version: 1,
    about: "The auth service's tokens by account (`serverSiwx`); they are useless without the browser's key",
    goesWith: 'sign-out',
    lifetime: 'one session for each account; a token is valid for 15 minutes and is renewed',
    isSecret: true,
  },
  'latchkey.login': {
    version: 1,
    about:
      'How the visitor logged in to the embedded wallet, their e-mail address or user name, and the account types they chose',
    goesWith: 'sign-out',
    lifetime: 'the last login',
  },
  'latchkey.ticket': {
    version: 1,
    about:
      "The embedded wallet's ticket, by which a later page finds the account's addresses if the frame cannot store anything",
    goesWith: 'sign-out',
    lifetime: 'the last one',
    isSecret: true,
  },
  'latchkey.embeddedChains': {
    version: 1,
    about: 'The chain last used in each chain family of the embedded wallet',
    goesWith: 'sign-out',
    lifetime: 'at most 32 families',
  },
  'latchkey.smartNetworks': {
    version: 1,
    about: 'The chain ids on which the embedded wallet can act as a smart account',
    goesWith: 'sign-out',
    lifetime: '500 ids',
  },
  'latchkey.codeSentAt': {
    version: 1,
    about: 'When a login code was last asked for: the next one is refused for 30 seconds',
    goesWith: 'answer',
    lifetime: 'one time',
  },
  'latchkey.leftLogin': {
    version: 1,
    about: 'The social login for which the visitor has left the page, in a messaging app',
    goesWith: 'answer',
    lifetime: 'one login',
  },
  'latchkey.asked': {
    version: 1,
    about:
      'Transfers that the kit asked a wallet for and whose result is unknown, or that the wallet refused lately, so that the kit keeps checking after a reload',
    goesWith: 'answer',
    lifetime: '40 transfers; refused ones make room for open ones',
  },
  'latchkey.unanswered': {
    version: 1,
    about:
      'Signatures and requests of the app that a wallet has not answered, without what they are about, so that a later page tells the visitor that the wallet may still show them',
    goesWith: 'answer',
    lifetime: '10 requests, each for 5 minutes or until the visitor was told; deleted if the storage is full',
    isSpare: true,
  },
  'latchkey.sent': {
    version: 1,
    about: 'Transfers sent from this browser, and their status',
    goesWith: 'nothing',
    lifetime: '30 transfers; only the pending ones if the storage is full',
  },
  'latchkey.recipients.{namespace}': {
    version: 1,
    about:
      'The addresses that the visitor has sent to in a chain family; the send form warns about an address that looks like one of them',
    goesWith: 'nothing',
    lifetime: '1,000 addresses, 60,000 characters',
  },
  'latchkey.labels': {
    version: 1,
    about: 'The labels that the visitor gave to addresses',
    goesWith: 'nothing',
    lifetime: '200 names',
  },
  'latchkey.recentWallets': {
    version: 1,
    about: 'The last connected wallets',
    goesWith: 'nothing',
    lifetime: '2 wallets; deleted if the storage is full',
    isSpare: true,
  },
  'latchkey.activeNetworkId': {
    version: 1,
    about: 'The network that the visitor last chose',
    goesWith: 'nothing',
    lifetime: 'the last one',
    isSent: true,
  },
} as const satisfies { readonly [name in `latchkey.${string}`]: StorageFact }

/**
 * The items that the connection protocol's client (`@latchkey/sign-client`) stores in the IndexedDB `latchkey.sign`
 * once a visitor has requested a code. It has its own versions.
 */
export const signClientStorageFacts = {
  'latchkey.sign.topics': {
    version: 1,
    about: 'The list of pairings and sessions',
    goesWith: 'session',
    lifetime: '500 topics',
  },
  'latchkey.sign.topic.{topic}': {
    version: 1,
    about: 'A pairing, or a session with a wallet: its key and what the wallet granted',
    goesWith: 'session',
    lifetime: 'until the pairing (5 minutes) or the session (7 days) expires',
    isSecret: true,
  },
  'latchkey.sign.identity': {
    version: 1,
    about: "This browser's identity at the relay, and its clock's offset",
    goesWith: 'nothing',
    lifetime: 'one identity',
    isSecret: true,
  },
} as const satisfies { readonly [name in `latchkey.sign.${string}`]: StorageFact }

type Facts = typeof storageFacts

type NameOf<key> = key extends `${infer head}{${string}}` ? `${head}${string}` : key

/** The name, version and secrecy that each row requires of its item. */
export type StorageRow = {
  [key in keyof Facts]: {
    readonly name: NameOf<key>
    readonly version: Facts[key]['version']
  } & (Facts[key] extends { readonly isSecret: true }
    ? { readonly isSecret: true }
    : { readonly isSecret?: undefined })
}[keyof Facts]

type NamesWith<fact> = {
  [key in keyof Facts]: Facts[key] extends fact ? NameOf<key> : never
}[keyof Facts]

/** The items that the last disconnection deletes. */
export type LeavingName = NamesWith<{ readonly goesWith: 'last disconnection' }>

/** The items that `cookieStorage` sends to a server. */
export type SentName = NamesWith<{ readonly isSent: true }>

/** The items that the kit deletes when the storage is full. */
export type SpareName = NamesWith<{ readonly isSpare: true }>

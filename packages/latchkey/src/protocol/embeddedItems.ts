import { type CaipNetworkId, isNetworkId, type Namespace } from './caip.js'
import { isRecord } from './checks.js'
import { byNamespace, isShortText, type StorageItem } from './storageItems.js'

/** How a visitor logs in to the embedded wallet. */
export type LoginWay =
  | 'email'
  | 'google'
  | 'github'
  | 'apple'
  | 'facebook'
  | 'x'
  | 'discord'
  | 'farcaster'
  /** The operator's own provider. */
  | 'oidc'
  | 'passkey'

/** The login that this browser was last used for (spec §3 "Locally persisted keys"). */
export type StoredLogin = {
  readonly way: LoginWay
  readonly email?: string | undefined
  readonly userName?: string | undefined
  /** The account type that the visitor has chosen, by chain family. */
  readonly accountTypes?: { readonly [namespace in Namespace]?: 'eoa' | 'smartAccount' } | undefined
}

const ways: { readonly [way in LoginWay]: true } = {
  email: true,
  google: true,
  github: true,
  apple: true,
  facebook: true,
  x: true,
  discord: true,
  farcaster: true,
  oidc: true,
  passkey: true,
}

function isLoginWay(value: unknown): value is LoginWay {
  return typeof value === 'string' && Object.hasOwn(ways, value)
}

export const loginItem: StorageItem<StoredLogin> = {
  name: 'latchkey.login',
  version: 1,
  read(value) {
    if (!isRecord(value) || !isLoginWay(value.way)) return undefined
    const { way, email, userName, accountTypes } = value
    const types = byNamespace(isRecord(accountTypes) ? accountTypes : {}).flatMap(([namespace, type]) =>
      type === 'eoa' || type === 'smartAccount' ? [[namespace, type] as const] : [],
    )
    return {
      way,
      ...(isShortText(email) && { email }),
      ...(isShortText(userName) && { userName }),
      ...(types.length > 0 && { accountTypes: Object.fromEntries(types) }),
    }
  },
}

/** When the last code was asked for, in epoch milliseconds. */
export const codeSentItem: StorageItem<number> = {
  name: 'latchkey.codeSentAt',
  version: 1,
  read: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
}

/** The chain last used in each chain family of the embedded wallet: that of its session. */
export const embeddedChainsItem: StorageItem<{ readonly [namespace in Namespace]?: CaipNetworkId }> = {
  name: 'latchkey.embeddedChains',
  version: 1,
  read(value) {
    if (!isRecord(value)) return undefined
    const chains = byNamespace(value).flatMap(([namespace, id]) =>
      isNetworkId(id) ? [[namespace, id] as const] : [],
    )
    return Object.fromEntries(chains)
  },
}

/** The chain ids on which the embedded wallet can act as a smart account, joined by commas. */
export const smartNetworksItem: StorageItem<string> = {
  name: 'latchkey.smartNetworks',
  version: 1,
  read: (value) => (typeof value === 'string' && /^[\d,]{0,4000}$/.test(value) ? value : undefined),
}

/** The ticket by which a later frame finds the session that it cannot store. */
export const ticketItem: StorageItem<string> = {
  name: 'latchkey.ticket',
  version: 1,
  isSecret: true,
  read: (value) => (typeof value === 'string' && value.length <= 512 ? value : undefined),
}

/** The social login for which the visitor has left the page; it comes back with the result's address. */
export const leftLoginItem: StorageItem<LoginWay> = {
  name: 'latchkey.leftLogin',
  version: 1,
  read: (value) => (isLoginWay(value) ? value : undefined),
}

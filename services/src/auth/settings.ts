import { isNetworkId } from 'latchkey/protocol'
import { integer, list } from '../shared/setting.js'

/** The sign-in settings; part of `settingsTable`. */
export const authSettings = {
  authSessionSeconds: integer({
    variable: 'LATCHKEY_AUTH_SESSION_SECONDS',
    fallback: 7 * 86_400,
    minimum: 60,
    maximum: 400 * 86_400,
    meaning: 'Seconds that a visitor stays signed in.',
  }),
  authTokenSeconds: integer({
    variable: 'LATCHKEY_AUTH_TOKEN_SECONDS',
    fallback: 900,
    minimum: 30,
    maximum: 3_600,
    meaning: 'Seconds that an access token is valid before the page fetches the next one.',
  }),
  authUrls: list({
    variable: 'LATCHKEY_AUTH_URLS',
    fallback: [],
    of: 'addresses like https://wallet.example',
    isItem: (value): value is string => /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(value),
    meaning:
      'Addresses where pages reach the auth service, if a proxy changes its path or the `Host` header. If unset, the service uses the header and the address of the page.',
  }),
  authChains: list({
    variable: 'LATCHKEY_AUTH_CHAINS',
    fallback: [],
    of: 'CAIP-2 ids',
    isItem: isNetworkId,
    meaning: 'Chains that visitors may sign in on. If unset, any chain.',
  }),
  authRpcUrls: list({
    variable: 'LATCHKEY_AUTH_RPC_URLS',
    isSecret: true,
    fallback: [],
    of: 'chains and their RPC address, like eip155:1=https://rpc.example',
    isItem: (value): value is string => /^eip155:\d+=https?:\/\/\S+$/.test(value),
    meaning:
      'Nodes that verify signatures of smart accounts. If you list several for a chain, the majority decides.',
  }),
} as const

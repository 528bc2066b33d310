import { isNetworkId } from 'latchkey/protocol'
import { integer, list } from '../shared/setting.js'

/** What an operator can set of signing in: a part of the one table of settings. */
export const authSettings = {
  authSessionSeconds: integer({
    variable: 'LATCHKEY_AUTH_SESSION_SECONDS',
    fallback: 7 * 86_400,
    minimum: 60,
    maximum: 400 * 86_400,
    meaning: 'Seconds for which a visitor stays signed in.',
  }),
  authChains: list({
    variable: 'LATCHKEY_AUTH_CHAINS',
    fallback: [],
    of: 'CAIP-2 ids',
    isItem: isNetworkId,
    meaning: 'Chains that visitors may sign in on. None: any.',
  }),
  authRpcUrls: list({
    variable: 'LATCHKEY_AUTH_RPC_URLS',
    fallback: [],
    of: 'chains and their RPC address, like eip155:1=https://rpc.example',
    isItem: (value): value is string => /^eip155:\d+=https?:\/\/\S+$/.test(value),
    meaning:
      'Where accounts that are contracts are asked whether they signed; of several for a chain the majority counts.',
  }),
} as const

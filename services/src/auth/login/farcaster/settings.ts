import { optionalText, type Setting } from '../../../shared/setting.js'

/** The settings of the login with Farcaster; part of `loginSettings`. */
export const farcasterSettings = {
  loginFarcaster: {
    ...optionalText({
      variable: 'LATCHKEY_LOGIN_FARCASTER',
      meaning:
        'The relay with which visitors log in by Farcaster, like https://relay.farcaster.xyz. Needs a node of eip155:10, which tells whose account it is.',
    }),
    read: readRelay,
  } satisfies Setting<string | undefined> as Setting<string | undefined>,
  loginFarcasterNode: {
    ...optionalText({
      variable: 'LATCHKEY_LOGIN_FARCASTER_NODE',
      meaning:
        'The node of eip155:10 that tells whose account it is, if wallets are not to use that chain; by default the one in LATCHKEY_CHAINS.',
    }),
    isSecret: true,
    read: readNode,
  } satisfies Setting<string | undefined> as Setting<string | undefined>,
} as const

function readRelay(value: string): string {
  const url = addressIn(value)
  if (url === undefined || url.search !== '')
    throw new Error('must be an address like https://relay.farcaster.xyz')
  return value.replace(/\/+$/, '')
}

function readNode(value: string): string {
  if (addressIn(value) === undefined) throw new Error('must be an address like https://node.example.com')
  return value
}

function addressIn(value: string): URL | undefined {
  const url = /^https?:/.test(value) && URL.canParse(value) ? new URL(value) : undefined
  return url?.hash === '' && url.username === '' ? url : undefined
}

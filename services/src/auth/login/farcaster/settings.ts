import { optionalText, type Setting } from '../../../shared/setting.js'

/** The settings of the login with Farcaster; part of `loginSettings`. */
export const farcasterSettings = {
  loginFarcaster: {
    ...optionalText({
      variable: 'LATCHKEY_LOGIN_FARCASTER',
      meaning:
        'The relay with which visitors log in by Farcaster, like https://relay.farcaster.xyz. Needs a node of eip155:10 in LATCHKEY_CHAINS, which tells whose account it is.',
    }),
    read: readRelay,
  } satisfies Setting<string | undefined> as Setting<string | undefined>,
} as const

function readRelay(value: string): string {
  const url = /^https?:/.test(value) && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('must be an address like https://relay.farcaster.xyz')
  return value.replace(/\/+$/, '')
}

import { isLoopbackHost } from '../shared/clientAddress.js'
import { integer, type Setting } from '../shared/setting.js'

/** The settings of the wallet's site; part of `settingsTable`. */
export const frameSettings = {
  frameUrl: {
    variable: 'LATCHKEY_FRAME_URL',
    fallback: undefined,
    read: readFrameUrl,
    meaning:
      "Public origin of the embedded wallet's site, like https://wallet.example.com. It needs a host of its own. If unset, the service `frame` does not run.",
  } satisfies Setting<string | undefined> as Setting<string | undefined>,
  framePort: integer({
    variable: 'LATCHKEY_FRAME_PORT',
    fallback: 8788,
    minimum: 0,
    maximum: 65_535,
    meaning:
      "Port for the embedded wallet's site. LATCHKEY_PORT serves it, too, to requests whose `Host` is that of LATCHKEY_FRAME_URL. 0 picks a free port.",
  }),
} as const

function readFrameUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  // Browsers give a page the cryptography that it needs only by https, or on the machine itself.
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.host))
  if (url === undefined || url.origin !== value || !isSecure)
    throw new Error('must be an https origin like https://wallet.example.com, or an http one of this machine')
  return value
}

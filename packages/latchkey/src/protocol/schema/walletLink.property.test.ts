import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWalletLink } from './walletLink.js'

/** Schemes that open a program of the system or a widely installed one; the first five once passed the check. */
const handled = [
  ...[
    'smb',
    'ldap',
    'ssh',
    'vscode',
    'itms-services',
    'itms-apps',
    'itms',
    'sftp',
    'ftps',
    'nfs',
    'afp',
    'rdp',
    'vnc',
  ],
  ...['telnet', 'news', 'nntp', 'irc', 'sip', 'sips', 'callto', 'skype', 'slack', 'zoommtg', 'teams'],
  ...[
    'ms-word',
    'ms-excel',
    'ms-msdt',
    'ms-settings',
    'ms-officecmd',
    'search-ms',
    'microsoft-edge',
    'windows-feedback',
  ],
  ...[
    'vscode-insiders',
    'vscodium',
    'jetbrains',
    'git',
    'git-ssh',
    'git+ssh',
    'svn+ssh',
    'github-mac',
    'steam',
    'jnlp',
  ],
  ...[
    'x-apple-reminder',
    'x-safari-https',
    'x-man-page',
    'shortcuts',
    'facetime',
    'applescript',
    'prefs',
    'app-settings',
  ],
  ...[
    'android-app',
    'intent',
    'market',
    'content',
    'geo',
    'tel',
    'sms',
    'mailto',
    'magnet',
    'ed2k',
    'webcal',
    'cid',
  ],
  ...[
    'javascript',
    'vbscript',
    'data',
    'file',
    'blob',
    'about',
    'jar',
    'resource',
    'chrome-extension',
    'moz-extension',
  ],
  ...[
    'ldaps',
    'ldapi',
    'view-source',
    'filesystem',
    'ws',
    'wss',
    'ftp',
    'gopher',
    'dict',
    'imap',
    'pop',
    'wc',
    'docker-desktop',
  ],
]

/** A word with each letter in upper or lower case. */
const inAnyCase = (word: string) =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) => [...word].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join(''))

describe('toWalletLink', () => {
  test.each([
    ...handled,
    ...[
      'ms-x',
      'microsoft',
      'windows',
      'apple-x',
      'com.apple.x',
      'chrome-x',
      'search-x',
      'idea',
      'github',
      'view-x',
    ],
    ...[
      'web+x',
      'intent-x',
      'shell',
      'powershell',
      'teamviewer8',
      'onenote',
      'otpauth',
      'x-cmd',
      'anything-cmd',
    ],
  ])('refuses %s:', (scheme) => {
    expect(toWalletLink(`${scheme}://`)).toBeUndefined()
    expect(toWalletLink(`${scheme.toUpperCase()}://run`)).toBeUndefined()
  })

  test('opens no program of the system, however its scheme is written', () => {
    const links = fc
      .constantFrom(...handled)
      .chain((scheme) => fc.tuple(inAnyCase(scheme), fc.constantFrom(':', '://', ':///', ':x', '://x/y?z')))
    fc.assert(
      fc.property(links, fc.string({ maxLength: 12 }), ([scheme, rest], more) => {
        expect(toWalletLink(`${scheme}${rest}${more}`)).toBeUndefined()
      }),
      { numRuns: Number(process.env.LONG_RUNS ?? 150) },
    )
  })

  test('its result is one line with a lower-case scheme, and does not change when checked again', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.tuple(fc.string(), fc.string()).map(([a, b]) => `${a}://${b}`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const link = toWalletLink(text)
        if (link === undefined) return
        expect(link).toMatch(/^[a-z][a-z0-9+.-]+:\/\/[^\s\\]*$/)
        expect(toWalletLink(link)).toBe(link)
        expect(handled).not.toContain(link.slice(0, link.indexOf(':')))
      }),
      { numRuns: Number(process.env.LONG_RUNS ?? 150) },
    )
  })

  test.each([
    'metamask',
    'rainbow',
    'trust',
    'cbwallet',
    'ledgerlive',
    'phantom',
    'uniswap',
    'zerion',
    'okx',
    'imtokenv2',
    'tpoutside',
    'bitkeep',
    'safe',
    'argent',
    'exodus',
    'ronin-wallet',
    'crypto-com',
    'io.example.wallet',
    'tg',
    // Only a name's beginning marks it as a vendor's.
    'onyx-wallet',
    'mygithub',
    'my-cmd-wallet',
    'gitwallet',
  ])('opens a wallet by %s:', (scheme) => expect(toWalletLink(`${scheme}://`)).toBe(`${scheme}://`))
})

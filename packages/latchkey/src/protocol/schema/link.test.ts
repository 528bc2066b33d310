import { describe, expect, test } from 'vitest'
import { systemLinks } from '../../../../sign-client/src/testing/systemLinks.js'
import { toAppLink, toWebLink } from './link.js'
import { toWalletLink } from './walletLink.js'

const webLinks = [
  ['https://example.com', 'https://example.com/'],
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['HTTPS://Example.com/A', 'https://example.com/A'],
  ['http://localhost:4600', 'http://localhost:4600/'],
  ['http://127.0.0.1:1/x', 'http://127.0.0.1:1/x'],
  ['http://[::1]:8080', 'http://[::1]:8080/'],
  ['http://app.localhost', 'http://app.localhost/'],
] as const

const customLinks = [
  ['metamask://', 'metamask://'],
  ['metamask:', 'metamask://'],
  ['Rainbow://', 'rainbow://'],
  ['trust://open', 'trust://open'],
  ['mywc://x', 'mywc://x'],
  ['telegraph://x', 'telegraph://x'],
  ['com.example.wallet+a://x', 'com.example.wallet+a://x'],
] as const

// G19 of the security goals: none of these may ever be opened.
const hostile = [
  'javascript:alert(1)',
  'javascript://%0aalert(1)',
  'JavaScript://x',
  ' javascript://x',
  'java\tscript://x',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data://x',
  'vbscript:msgbox(1)',
  'vbscript://x',
  'file:///etc/passwd',
  'filesystem:https://x/y',
  'blob:https://example.com/uuid',
  'about:blank',
  'about://x',
  'view-source:https://example.com',
  'intent://scan/#Intent;scheme=zxing;end',
  'ms-settings://x',
  'ms-msdt://x',
  'chrome://settings',
  'chrome-extension://abc/x.html',
  'resource://x',
  'jar:https://x!/',
  'ws://example.com',
  'wss://example.com',
  'ftp://example.com',
  'mailto:a@b.c',
  'tel:123',
  'sms:123',
  'wc:topic@2?symKey=1',
  'wc://topic',
  'http://example.com',
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'http://notlocalhost',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'https:\\\\example.com',
  'HTTPS:\\\\evil',
  'https://user@example.com',
  'https://user:pass@example.com',
  'https://:pass@example.com',
  'https://bank.example@evil.example',
  '//evil.example',
  '/relative',
  'example.com',
  '',
  ' ',
  ' https://example.com',
  'https://example.com ',
  'https://exa mple.com',
  'https://',
  'https://?',
  '://x',
  ':',
  '1abc://x',
  'a://x',
  `${'a'.repeat(40)}://x`,
  `https://example.com/${'a'.repeat(3000)}`,
  'meta\u0000mask://',
  'metamask:///x',
] as const

describe('toWebLink', () => {
  test.each(webLinks)('%s becomes %s', (value, link) => {
    expect(toWebLink(value)).toBe(link)
  })

  test.each([...hostile, ...customLinks.map(([value]) => value)])('refuses %o', (value) => {
    expect(toWebLink(value)).toBeUndefined()
  })

  test('refuses a link of an app that holds a web link', () => {
    expect(toWebLink('wallet:https://example.com')).toBeUndefined()
  })
})

describe('toAppLink', () => {
  test.each([...webLinks, ...customLinks])('%s becomes %s', (value, link) => {
    expect(toAppLink(value)).toBe(link)
  })

  test.each([...hostile])('refuses %o', (value) => {
    expect(toAppLink(value)).toBeUndefined()
  })
})

const noTexts = [undefined, null, 1, {}, [], ['https://example.com'], new URL('https://example.com')]

test.each([
  ['toWebLink', toWebLink],
  ['toAppLink', toAppLink],
])('%s refuses what is no text, also where it would be read as one', (_, toLink) => {
  expect(noTexts.map(toLink)).toEqual(noTexts.map(() => undefined))
})

test.each([
  [toWebLink, 'https://example.com/'],
  [toAppLink, 'https://example.com/'],
  [toAppLink, 'wallet://'],
])('%o takes 2,048 characters after %s, and no more', (toLink, start) => {
  const longest = start.padEnd(2048, 'a')
  expect(toLink(longest)).toBe(longest)
  expect(toLink(`${longest}a`)).toBeUndefined()
})

describe('toWalletLink', () => {
  test.each([...webLinks, ...customLinks])('%s becomes %s', (value, link) => {
    expect(toWalletLink(value)).toBe(link)
  })

  test.each([...hostile])('refuses %o', (value) => {
    expect(toWalletLink(value)).toBeUndefined()
  })

  test.each([undefined, null, 1, {}, [], new URL('https://example.com')])(
    'refuses %o, which is no text',
    (value) => {
      expect(toWalletLink(value)).toBeUndefined()
    },
  )
})

test.each(systemLinks)('%s opens no wallet, and the protocol’s client agrees', (link) => {
  expect(toWalletLink(link)).toBeUndefined()
  expect(toWalletLink(link.toUpperCase())).toBeUndefined()
})

test.each(
  `cifs jnlps telnets webdav webdavs anydesk rustdesk teamviewer10 vmrc receiver mapi nfs4 iscsi txmt macappstore upi paypal venmo lightning solana odopen onedrive powershell snap windsurf zed brave opera whatsapp otpauth onenote teamviewer teamviewer12 any-cmd`.split(
    /\s+/,
  ),
)('%s:// opens no wallet', (scheme) => {
  expect(toWalletLink(`${scheme}://`)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { walletAppLink } from './openWalletApp.js'

test.each([
  ['the scheme that the visitor opened it with', { native: 'oak://open' }, 'oak://', 'oak://open'],
  ['another scheme than that', { native: 'evil://x' }, 'oak://', 'oak://'],
  ['a scheme, and nothing is remembered', { native: 'evil://x' }, undefined, undefined],
  [
    'a universal link beside another scheme',
    { native: 'evil://x', universal: 'https://oak.example/' },
    'oak://',
    'https://oak.example/',
  ],
  ['a malformed universal link', { universal: 'oak://x' }, 'oak://', 'oak://'],
  ['a scheme of the system that was remembered too', { native: 'smb://x' }, 'smb://x', undefined],
  ['nothing', undefined, 'https://oak.example/app', 'https://oak.example/app'],
])('the wallet names %s', (_, redirect, remembered, link) => {
  expect(walletAppLink(redirect, remembered)).toBe(link)
})

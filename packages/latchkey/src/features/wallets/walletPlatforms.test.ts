import { expect, test } from 'vitest'
import type { ConnectorInfo } from '../../core/connector.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import { walletPlatforms } from './walletPlatforms.js'

const connector: ConnectorInfo = { id: 'a', type: 'ANNOUNCED', name: 'A', namespaces: ['eip155'] }
const all: Partial<Wallet> = {
  mobile_link: 'a://',
  webapp_link: 'https://a.example',
  desktop_link: 'a-desktop://',
}

test.each([
  ['installed, and everything else', all, connector, false, ['browser', 'qrcode', 'web', 'desktop']],
  ['everything, on a computer', all, undefined, false, ['qrcode', 'web', 'desktop']],
  ['everything, on a phone', all, undefined, true, ['mobile', 'web']],
  ['an app for the phone only', { mobile_link: 'a://' }, undefined, false, ['qrcode']],
  ['a web wallet only', { webapp_link: 'https://a.example' }, undefined, true, ['web']],
  ['an app for the computer only', { desktop_link: 'a://' }, undefined, false, ['desktop']],
  ['an app for the computer only, on a phone', { desktop_link: 'a://' }, undefined, true, ['unsupported']],
  ['nothing', {}, undefined, false, ['unsupported']],
] as const)('%s', (_, links, installed, isMobile, platforms) => {
  const wallet = { id: 'a', name: 'A', ...links }
  expect(walletPlatforms(wallet, { connector: installed, isMobile })).toEqual(platforms)
})

test('without a given wallet: a code that any wallet can scan', () => {
  expect(walletPlatforms(undefined, { connector: undefined, isMobile: false })).toEqual(['qrcode'])
})

import { expect, test } from 'vitest'
import { memoryStorage } from '../core/storageBackends.js'
import { createTestKit } from '../testing/createTestKit.js'
import { mockTransferIntent } from '../testing/mockTransferIntent.js'
import { loadLabels } from './account/labels.js'
import { readAsked } from './intent/asked.js'
import { loadSent } from './send/sent.js'
import { storedImage } from './storedImage.js'
import { recallWallets } from './wallets/rememberWallet.js'

const wallet = (image_url: string) => ({ id: 'a', name: 'A', homepage: image_url, image_url })
const sent = (iconUrl: string) => ({
  ...{ kind: 'transaction', id: '0x1', networkId: 'eip155:1', from: '0x1', to: '0x2', symbol: 'A' },
  ...{ decimals: 1, units: '1', sentAt: 1, status: 'pending', name: iconUrl, iconUrl },
})
const asked = (iconUrl: string) => ({
  ...{ status: 'asked', askedAt: 1, asked: { kind: 'transaction' } },
  intent: mockTransferIntent({ id: 'one', madeAt: 1, iconUrl }),
})
/** Every stored item, as an attacker would write it. */
const items = (url: string) => ({
  'latchkey.recentWallets': [wallet(url)],
  'latchkey.sent': [{ ...sent(url), origin: asked(url) }],
  'latchkey.asked': [asked(url)],
  'latchkey.labels': [{ namespace: 'eip155', address: url, label: url, image: url, iconUrl: url }],
  'latchkey.connections': { eip155: { connectorId: url, fingerprint: url, icon: url, imageUrl: url } },
  'latchkey.accounts': { eip155: url },
  'latchkey.activeNetworkId': url,
  'latchkey.deepLink': { href: url, name: url, icon: url },
})

function load(url: string) {
  const storage = memoryStorage()
  for (const [name, d] of Object.entries(items(url))) storage.setItem(name, JSON.stringify({ v: 1, d }))
  const kit = createTestKit({
    storage,
    services: { explorer: 'https://services.example', blockchain: 'https://chains.example/api' },
    customWallets: [
      { id: 'own', name: 'Own', homepage: 'https://own.example', image_url: 'https://own.example/a.png' },
    ],
  })
  const stop = kit.start()
  recallWallets(kit)
  loadSent(kit)
  readAsked(kit)
  loadLabels(kit)
  const { wallets, account, intent } = kit.store.getState()
  // Checks that the items were read; otherwise the test would pass on an empty state.
  const origins = account.sent?.filter(({ origin }) => origin !== undefined)
  expect([wallets.recent.length, origins?.length, intent?.open.length]).toEqual([1, 1, 1])
  stop()
  return { kit, pictures: picturesIn(kit.store.getState()) }
}

/** The values of all members of the state that are named like a picture. */
function picturesIn(value: unknown, name = ''): readonly string[] {
  if (typeof value === 'string') return /image|icon|logo|avatar|picture/i.test(name) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    picturesIn(member, Array.isArray(value) ? name : key),
  )
}

test.each([
  'https://evil.example/beacon.png',
  'https://services.example.evil.example/a.png',
  'https://services.example@evil.example/a.png',
  'http://localhost:9/a.png',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'javascript:alert(1)',
  '//evil.example/a.png',
])('a stored item loads no picture from %s', (url) => {
  expect(load(url).pictures.filter((picture) => picture.includes(url) || picture.includes('evil'))).toEqual(
    [],
  )
})

test.each([
  'https://services.example/getWalletImage/a',
  'https://chains.example/picture/1',
  'https://own.example/a.png',
  'data:image/png;base64,iVBORw0=',
])('shows %s again after a reload', (url) => {
  expect(load(url).pictures).toContain(url)
})

test('without services, loads only pictures without an address', () => {
  const kit = createTestKit()
  expect(storedImage(kit, 'https://services.example/a.png')).toBeUndefined()
  expect(storedImage(kit, undefined)).toBeUndefined()
})

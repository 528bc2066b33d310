import * as shipped from 'latchkey/networks'
import { networkImageId } from 'latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { checkSvg } from './checkSvg.js'
import { createImages } from './images.js'
import { networkPictures } from './networkIcons.js'
import { createPackageIcons, type IconName } from './packageIcons.js'

const images = createImages()

describe('createImages', () => {
  test('every supported network has a picture', async () => {
    const chainIds = [
      // Spec §9 "Supported networks in the frame".
      ...[1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114],
      ...[43113, 324, 280, 100, 8453, 84531, 84532, 7777777, 999],
      // The networks of `latchkey/networks` and two local chains.
      ...[250, 8217, 59144, 534352, 81457, 5000, 11155420, 421614, 80002, 31337, 31338],
    ]
    const ids = [
      ...chainIds.map((id) => networkImageId(`eip155:${id}`)),
      networkImageId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
      networkImageId('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
      networkImageId('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'),
      networkImageId('bip122:000000000019d6689c085ae165831e93'),
      networkImageId('bip122:000000000933ea01ad0ee984209779ba'),
      networkImageId('bip122:00000008819873e925422c1ff0f99f7c'),
      networkImageId('polkadot:91b171bb158e2d3848fa23a9f1c25182'),
    ]
    for (const id of ids) expect((await images.asset(id))?.type, id).toBe('image/svg+xml')
  })

  test('every icon in the network table exists in the package', async () => {
    for (const id of networkPictures().keys()) expect(await images.asset(id), id).toBeDefined()
  })

  test('the two local chains have different pictures', async () => {
    expect(await images.asset('eip155-31337')).not.toEqual(await images.asset('eip155-31338'))
  })

  test('finds a token by its symbol, ignoring case', async () => {
    expect(await images.token('eth')).toEqual(await images.token('ETH'))
    expect((await images.token('usdc'))?.body).toContain('<svg')
  })

  test('every network of `latchkey/networks` has a picture, and so does its coin', async () => {
    const networks = Object.values(shipped).filter((value) => typeof value === 'object')
    expect(networks.length).toBeGreaterThan(20)
    for (const { name, caipNetworkId, nativeCurrency } of networks) {
      expect(await images.asset(networkImageId(caipNetworkId)), name).toBeDefined()
      expect(await images.token(nativeCurrency.symbol), nativeCurrency.symbol).toBeDefined()
    }
  })

  test('draws Celo and Blast, white on yellow in the package, in black', async () => {
    for (const id of ['eip155-42220', 'eip155-81457'])
      expect((await images.asset(id))?.body).toContain('fill="#000"')
  })

  test('every coin that the package lists under another name is found', async () => {
    for (const symbol of ['bera', 'hype', 'kaia', 'mon', 'ron', 's', 'tbnb', 'weth', 'xdai']) {
      expect(await images.token(symbol), symbol).toBeDefined()
    }
  })

  test('finds a currency by its code, ignoring case', () => {
    expect(images.currency('usd')?.body).toContain('>$</text>')
    expect(images.currency('EUR')?.body).toContain('>€</text>')
    expect(images.currency('chf')?.body).toContain('>CHF</text>')
  })

  test('a token without a drawing in the package is its letter on a colour', async () => {
    expect((await images.token('nope'))?.body).toContain('>N<')
  })

  test.each([
    '',
    'nope',
    '../wallets/metamask',
    '..%2f..',
    '__proto__',
    'constructor',
    'eip155:1',
    'a\0',
    'ETH.svg',
  ])('returns undefined for an unknown id: %j', async (id) => {
    if (!/^\w/.test(id) || /[.:\0]/.test(id)) expect(await images.token(id)).toBeUndefined()
    expect(await images.asset(id)).toBeUndefined()
    expect(images.currency(id)).toBeUndefined()
    expect(await images.icon(`wallets/${id}`)).toBeUndefined()
  })
})

describe('createPackageIcons', () => {
  test('every icon that can be served is harmless and square', async () => {
    const icons = createPackageIcons()
    expect(icons.names.size).toBeGreaterThan(1_000)
    const names = [...icons.names] as IconName[]
    const bodies = await Promise.all(names.map(async (name) => [name, String((await icons.get(name)).body)]))
    expect(bodies.filter(([, body = '']) => checkSvg(body) !== undefined)).toEqual([])
    expect(bodies.filter(([, body = '']) => !body.includes('viewBox="0 0 24 24"'))).toEqual([])
    // Reads some two thousand files.
  }, 60_000)

  test('error: an icon name that is not in the package', async () => {
    await expect(createPackageIcons().get('wallets/../../../package')).rejects.toThrow('has no icon')
  })
})

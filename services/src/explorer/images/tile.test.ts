import { describe, expect, test } from 'vitest'
import { currencyTile } from './currencyTile.js'
import { initials, monogramTile, tileColor } from './tile.js'

describe('initials', () => {
  test.each([
    ['Best Wallet', 'B'],
    ['MetaMask', 'MM'],
    ['Crypto.com Onchain', 'CO'],
    ['SubWallet', 'SW'],
    ["D'CENT Wallet", 'DC'],
    ['Polkadot{.js}', 'PJ'],
    ['1inch', '1'],
    ['Wallet', 'W'],
    ['钱包', '钱'],
    ['élan vital', 'ÉV'],
    ['<script>"&', 'S'],
    ['🦊', '?'],
    ['', '?'],
  ])('%s -> %s', (name, expected) => {
    expect(initials(name)).toBe(expected)
  })
})

describe('monogramTile', () => {
  test('draws the same tile for the same name, and another colour for another name', () => {
    expect(monogramTile('Best Wallet')).toEqual(monogramTile('Best Wallet'))
    expect(tileColor('Best Wallet')).toBe(tileColor('best wallet'))
    expect(tileColor('Best Wallet')).not.toBe(tileColor('Bust Wallet'))
  })

  test('returns a square SVG with the initials', () => {
    expect(monogramTile('Oyl Wallet')).toMatchInlineSnapshot(`
      {
        "body": "<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#257e70" d="M0 0h40v40H0z"/><text x="20" y="20" dy="7.9" fill="#fff" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" font-size="22" font-weight="600" text-anchor="middle">O</text></svg>",
        "type": "image/svg+xml",
      }
    `)
  })

  test('draws only letters for a hostile name', () => {
    for (const name of ['<svg onload="x">', '"><script>', '&lt;', '\u202Eabc', 'a'.repeat(10_000)]) {
      expect(monogramTile(name).body).toMatch(/>[\p{L}\p{N}?]{1,2}<\/text>/u)
    }
  })
})

describe('tileColor', () => {
  test('white is readable on every possible colour (WCAG contrast 4.5)', () => {
    for (let seed = 0; seed < 2_000; seed++) {
      const channels = tileColor(`seed ${seed}`).match(/[0-9a-f]{2}/g) ?? []
      const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
        const value = Number.parseInt(channel, 16) / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('currencyTile', () => {
  test('every ISO currency has a tile', () => {
    for (const code of Intl.supportedValuesOf('currency')) expect(currencyTile(code), code).toBeDefined()
  })
})

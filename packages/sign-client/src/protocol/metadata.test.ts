import { describe, expect, test } from 'vitest'
import { readMetadata } from './metadata.js'

const nativeOf = (native: unknown) => readMetadata({ redirect: { native } }).redirect?.native
const urlOf = (url: unknown) => readMetadata({ url }).url
const iconsOf = (...icons: unknown[]) => readMetadata({ icons }).icons

describe("a peer's page", () => {
  test('is a web link of 2,048 characters at most', () => {
    const long = `https://wallet.example/${'x'.repeat(2_048 - 23)}`
    expect(urlOf(long)).toBe(long)
    expect(urlOf(`${long}x`)).toBe('')
    expect(urlOf('HTTP://wallet.example')).toBe('HTTP://wallet.example')
  })

  test.each([
    'xhttps://wallet.example',
    'https:wallet.example',
    'https:/wallet.example',
    'httpx://wallet.example',
  ])('is not %s', (url) => expect(urlOf(url)).toBe(''))

  test.each([
    'https://wallet.example/ö',
    'https://wallet.example/\u202e',
    ' https://w.example',
    'https://w.example\n',
  ])('has only characters that are shown as they are: %j', (url) => expect(urlOf(url)).toBe(''))
})

describe("a peer's pictures", () => {
  test('are web links, data and IPFS, of which eight are kept', () => {
    const icons = ['https://w.example/1', 'DATA:image/png;base64,AA', 'IPFS://cid', 'http://w.example/2']
    expect(iconsOf(...icons, 'javascript:1', 'ftp://x', 7)).toEqual(icons)
    expect(iconsOf(...Array.from({ length: 9 }, (_, n) => `https://w.example/${n}`))).toHaveLength(8)
  })

  test.each(['xdata:image/png,1', 'data:text/html,1', 'xipfs://cid', 'ipfs:cid', 'x https://w.example'])(
    'are not %s',
    (icon) => expect(iconsOf(icon)).toEqual([]),
  )

  test('are at most 16,384 characters long', () => {
    const icon = 'data:image/png,'.padEnd(16_384, 'A')
    expect(iconsOf(icon, `${icon}A`)).toEqual([icon])
  })

  test('are none where they are no list', () => {
    expect(readMetadata({ icons: 'https://w.example/1' }).icons).toEqual([])
  })
})

describe("a link to a peer's app", () => {
  test.each(['metamask://', 'metamask:', 'MetaMask://x', 'a1-b+c.d:', 'onyx-wallet://', 'mysms://'])(
    'may be %s',
    (link) => {
      expect(nativeOf(link)).toBe(link)
    },
  )

  test.each([
    'wallet:x',
    'wallet:/x',
    'bitcoin:1A1z?amount=1',
    'magnet:?xt=urn:x',
    'facetime:+3112',
    'skype:ada?call',
    'webcal:x',
  ])('has the shape of one that opens an app, not %s', (link) => {
    expect(nativeOf(link)).toBeUndefined()
  })

  test.each(['1wallet://', ':wallet', 'wal_let://', '//wallet:', 'wallet', '-wallet:', 'wallet ://'])(
    'is not %s',
    (link) => {
      expect(nativeOf(link)).toBeUndefined()
    },
  )

  test('is 2,048 characters long at most', () => {
    const link = 'wallet://'.padEnd(2_048, 'x')
    expect(nativeOf(link)).toBe(link)
    expect(nativeOf(`${link}x`)).toBeUndefined()
  })

  test('is there without a web link, and the other way round', () => {
    const universal = 'https://wallet.example'
    expect(readMetadata({ redirect: { native: 'w1://' } }).redirect).toEqual({ native: 'w1://' })
    expect(readMetadata({ redirect: { universal } }).redirect).toEqual({ universal })
    expect(readMetadata({ redirect: { native: 'x', universal: 'w1://' } })).not.toHaveProperty('redirect')
    expect(readMetadata({ redirect: 'w1://' })).not.toHaveProperty('redirect')
  })
})

describe("a peer's name", () => {
  test('has no control characters, direction marks, or blanks around it', () => {
    expect(readMetadata({ name: ' My\u2066 wa\u0007llet\u202a \u2069' }).name).toBe('My wallet')
    expect(readMetadata({ name: 7, description: ['x'] })).toMatchObject({ name: '', description: '' })
  })

  test('and its description are cut', () => {
    const { name, description } = readMetadata({ name: 'n'.repeat(600), description: 'd'.repeat(600) })
    expect([name.length, description.length]).toEqual([128, 512])
    // What is invisible does not use up the room of the rest, within reason.
    expect(readMetadata({ name: `${'\u0000'.repeat(384)}${'n'.repeat(128)}` }).name).toBe('n'.repeat(128))
    expect(readMetadata({ name: `${'\u0000'.repeat(512)}n` }).name).toBe('')
  })
})

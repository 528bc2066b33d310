import { afterEach, describe, expect, test, vi } from 'vitest'
import { orBrowseLinks } from '../../connectors/browseLink/orBrowseLinks.js'
import type { Connector } from '../../core/connector.js'
import { solana as mainnet } from '../../networks/others.js'
import { openSolanaWallet } from '../../testing/solana/openSolanaWallet.js'
import { browsingWallets } from './browsingWallets.js'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1'
afterEach(() => vi.unstubAllGlobals())

/** A page in a phone's browser; it tells which link was opened. */
function openPage({ userAgent = phone, isFramed = false } = {}) {
  const opened: { href: string; target: string }[] = []
  const page = Object.assign(new EventTarget(), {
    hidden: false,
    createElement: () => ({
      href: '',
      target: '',
      rel: '',
      click() {
        opened.push({ href: this.href, target: this.target })
      },
    }),
  })
  const top = {}
  vi.stubGlobal('navigator', { userAgent })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', isFramed ? { top } : Object.assign(top, { top }))
  vi.stubGlobal('location', {
    href: 'https://shop.example/cart?id=1&of=2#pay',
    origin: 'https://shop.example',
  })
  const setHidden = (hidden: boolean) => {
    page.hidden = hidden
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { opened, setHidden }
}

const offered = (found: readonly Connector[] = []) =>
  orBrowseLinks(found, { namespace: 'solana', wallets: browsingWallets })

const connect = (index: number, signal = new AbortController().signal) =>
  offered()[index]?.connect({ networks: [mainnet], signal })

describe('wallets that open the page themselves', () => {
  test('are offered on a phone without a wallet in the page, and nowhere else', () => {
    openPage()
    expect(offered().map(({ info }) => info.name)).toEqual(['Phantom', 'Solflare', 'Backpack'])
    const { connector } = openSolanaWallet({ secret: new Uint8Array(32).fill(1) })
    expect(offered([connector])).toEqual([connector])
    openPage({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
    expect(offered()).toEqual([])
  })

  test.each([
    [0, 'https://phantom.app/ul/browse/'],
    [1, 'https://solflare.com/ul/v1/browse/'],
    [2, 'https://backpack.app/ul/v1/browse/'],
  ])('open the page at %i', async (index, start) => {
    const { opened, setHidden } = openPage()
    const attempt = connect(index)
    const link = `${start}https%3A%2F%2Fshop.example%2Fcart%3Fid%3D1%26of%3D2%23pay?ref=https%3A%2F%2Fshop.example`
    expect(opened).toEqual([{ href: link, target: '_self' }])
    setHidden(true)
    setHidden(false)
    // The visitor is back in this browser, where nothing is connected.
    await expect(attempt).rejects.toMatchObject({ code: 'CONNECTION_DECLINED' })
  })

  test('open another window where the page is in a frame', async () => {
    const { opened } = openPage({ isFramed: true })
    const controller = new AbortController()
    const attempt = connect(0, controller.signal)
    expect(opened[0]?.target).toBe('_blank')
    controller.abort(new Error('cancelled'))
    await expect(attempt).rejects.toThrow('cancelled')
  })

  test('have nothing to restore', async () => {
    openPage()
    const signal = new AbortController().signal
    expect(await offered()[0]?.restore({ networks: [mainnet], signal })).toBeUndefined()
  })
})

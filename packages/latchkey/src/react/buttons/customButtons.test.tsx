import { type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { setLabel } from '../../features/account/setLabel.js'
import { disconnect } from '../../features/connection/disconnect.js'
import type { Kit } from '../../features/Kit.js'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockSession } from '../../testing/mockConnector.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { AccountButtonCustom } from './AccountButtonCustom.js'
import { ConnectButtonCustom } from './ConnectButtonCustom.js'
import { NetworkButtonCustom } from './NetworkButtonCustom.js'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function draw(kit: Kit, children: ReactNode) {
  const container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  root.render(
    <StrictMode>
      <LatchkeyProvider kit={kit}>{children}</LatchkeyProvider>
    </StrictMode>,
  )
  return {
    click: (index: number) => container.querySelectorAll('button')[index]?.click(),
    words: () => [...container.querySelectorAll('button, p')].map(({ textContent }) => textContent),
  }
}

const one = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])
const view = (kit: Kit) => kit.store.getState().modal.stack.at(-1)?.name

/** An account with a name, a picture and two coins, connected on chain 1. */
function setUp(config: Parameters<typeof accountKit>[1] = {}) {
  return accountKit(
    {
      avatar: () => new Response(one, { headers: { 'content-type': 'image/png' } }),
      '/v1/identity/': () => Response.json({ name: 'alice.eth', avatar: 'https://alice.example/a.png' }),
    },
    {
      adapters: [
        mockAdapter({ getBalance: async () => ({ units: 2n * 10n ** 18n, decimals: 18, symbol: 'ETH' }) }),
      ],
      chainImages: { 1: '/one.svg' },
      ...config,
    },
  )
}

test('AccountButtonCustom: who is connected, by name, with what; and where a click leads', async () => {
  const { kit } = await setUp()
  const { words, click } = draw(
    kit,
    <AccountButtonCustom>
      {({ name, shortAddress, balance, avatar, walletName, addresses, open, openAccounts }) => (
        <>
          <button type="button" onClick={open}>
            {`${name ?? shortAddress} ${balance?.amount ?? '…'} ${balance?.symbol ?? ''}`}
          </button>
          <button type="button" onClick={openAccounts}>{`${addresses.length} of ${walletName}`}</button>
          <p>{avatar?.startsWith('blob:') === true ? 'a picture' : 'no picture'}</p>
        </>
      )}
    </AccountButtonCustom>,
  )
  await vi.waitFor(() => expect(words()).toEqual(['alice.eth 2 ETH', '1 of Mock Wallet', 'a picture']))
  click(0)
  expect(view(kit)).toBe('Account')
  click(1)
  expect(view(kit)).toBe('Accounts')
  // The visitor's label takes precedence over the account's own name.
  setLabel(kit, { address: alice, namespace: 'eip155', label: 'Savings' })
  await vi.waitFor(() => expect(words()[0]).toBe('Savings 2 ETH'))
  await disconnect(kit)
  await vi.waitFor(() => expect(words()).toEqual([]))
})

test('AccountButtonCustom: on a network that the host does not offer it leads out of there', async () => {
  const { kit, wallet } = await setUp()
  const { words, click } = draw(
    kit,
    <AccountButtonCustom>
      {({ isUnsupported, chain, open }) => (
        <button type="button" onClick={open}>{`${isUnsupported} ${chain?.name}`}</button>
      )}
    </AccountButtonCustom>,
  )
  await vi.waitFor(() => expect(words()).toEqual(['false Chain 1']))
  wallet.emit({ type: 'session', session: mockSession([alice], 424242) })
  await vi.waitFor(() => expect(words()).toEqual(['true undefined']))
  click(0)
  expect(view(kit)).toBe('UnsupportedChain')
})

test('NetworkButtonCustom: the network in use and its picture, all there are, and while the wallet is asked', async () => {
  const { kit, wallet } = await setUp()
  const { words, click } = draw(
    kit,
    <NetworkButtonCustom>
      {({ network, networks, image, isConnected, isUnsupported, isSwitching, open }) => (
        <>
          <button type="button" onClick={open}>{`${network?.name} ${image} of ${networks.length}`}</button>
          <p>{JSON.stringify({ isConnected, isUnsupported, isSwitching })}</p>
        </>
      )}
    </NetworkButtonCustom>,
  )
  const flags = (changed: object) =>
    JSON.stringify({ isConnected: true, isUnsupported: false, isSwitching: false, ...changed })
  await vi.waitFor(() => expect(words()).toEqual(['Chain 1 /one.svg of 3', flags({})]))
  click(0)
  expect(view(kit)).toBe('Networks')
  kit.store.setState((state) => ({
    ...state,
    network: { ...state.network, switching: { networkId: 'eip155:10' } },
  }))
  await vi.waitFor(() => expect(words()[1]).toBe(flags({ isSwitching: true })))
  kit.store.setState((state) => ({ ...state, network: { ...state.network, switching: null } }))
  wallet.emit({ type: 'session', session: mockSession([alice], 424242) })
  await vi.waitFor(() =>
    expect(words()).toEqual(['undefined undefined of 3', flags({ isUnsupported: true })]),
  )
  click(0)
  expect(view(kit)).toBe('UnsupportedChain')
})

test('NetworkButtonCustom: before anybody is connected no picture is asked for', async () => {
  const fetch = vi.fn(() => Promise.reject(new Error('nothing is to be asked for')))
  vi.stubGlobal('fetch', fetch)
  const kit = createTestKit({ services: 'https://services.example' })
  const { words } = draw(
    kit,
    <NetworkButtonCustom>{({ network, image }) => <p>{`${network?.name} ${image}`}</p>}</NetworkButtonCustom>,
  )
  await vi.waitFor(() => expect(words()).toEqual(['Chain 1 undefined']))
  expect(fetch).not.toHaveBeenCalled()
})

test('ConnectButtonCustom: the account and the network at once', async () => {
  const { kit } = await setUp()
  const { words } = draw(
    kit,
    <ConnectButtonCustom>
      {({ isConnected, name, avatar, balance, chain, chainImage }) => (
        <p>{`${isConnected} ${name} ${avatar?.slice(0, 5)} ${balance?.amount} ${chain?.name} ${chainImage}`}</p>
      )}
    </ConnectButtonCustom>,
  )
  await vi.waitFor(() => expect(words()).toEqual(['true alice.eth blob: 2 Chain 1 /one.svg']))
})

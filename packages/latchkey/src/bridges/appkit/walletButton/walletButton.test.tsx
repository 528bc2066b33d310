import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ConnectorInfo } from '../../../core/connector.js'
import { memoryStorage } from '../../../core/storageBackends.js'
import { connect } from '../../../features/connection/connect.js'
import { walletError } from '../../../protocol/walletErrors.js'
import { type MockBehaviour, mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { mockNetwork } from '../../../testing/mockNetwork.js'
import { EthersAdapter } from '../adapters.js'
import { createAppKit } from '../createAppKit.js'
import { createAppKitWalletButton } from './createAppKitWalletButton.js'
import { useAppKitWallet } from './useAppKitWallet.js'
import { isNameOf, isWalletKey } from './walletKeys.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const approving: MockBehaviour = { connect: () => mockSession([alice]) }
const destroy: (() => void)[] = []

afterEach(() => {
  for (const end of destroy.splice(0)) end()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

function create(
  wallets: readonly (readonly [Partial<ConnectorInfo>, MockBehaviour])[],
  enableEmbedded = false,
) {
  const appKit = createAppKit({
    services: {},
    networks: [mockNetwork(1, { testnet: true })],
    adapters: [new EthersAdapter()],
    connectors: wallets.map(([info, behaviour]) => mockConnector(info, behaviour)),
    storage: memoryStorage(),
    enableWalletConnect: false,
    enableEmbedded,
    debug: false,
  })
  destroy.push(appKit.destroy)
  return appKit
}

describe('createAppKitWalletButton', () => {
  test('an installed wallet is asked at once', async () => {
    const button = createAppKitWalletButton()
    expect(button.isReady()).toBe(false)
    create([
      [{ id: 'a', name: 'Other' }, {}],
      [{ id: 'b', name: 'Coinbase Wallet' }, approving],
    ])
    const told = vi.fn()
    button.subscribeIsReady(told)
    expect(told).toHaveBeenCalledExactlyOnceWith({ isReady: true })
    expect(await button.connect('coinbase')).toEqual({
      chainNamespace: 'eip155',
      chainId: '1',
      address: alice,
    })
  })

  test('two wallets that claim one name are left to the visitor', async () => {
    const appKit = create([
      [{ id: 'a', name: 'MetaMask' }, approving],
      [{ id: 'b', name: 'MetaMask' }, approving],
    ])
    const connecting = createAppKitWalletButton().connect('metamask')
    await vi.waitFor(() => expect(appKit.isOpen()).toBe(true))
    expect(appKit.kit.store.getState().modal.stack).toEqual([{ name: 'Connect' }])
    await connect(appKit.kit, { connectorId: 'b' })
    expect(await connecting).toMatchObject({ address: alice })
  })

  test.each([false, true])('the modal that is closed is a decline (embedded: %s)', async (isEmbedded) => {
    const appKit = create([], isEmbedded)
    const connecting = createAppKitWalletButton().connect('walletConnect')
    await vi.waitFor(() => expect(appKit.isOpen()).toBe(true))
    void appKit.close()
    await expect(connecting).rejects.toMatchObject({ code: 'CONNECTION_DECLINED' })
  })

  test('what is not known, and what is not there, says so', async () => {
    create([])
    const button = createAppKitWalletButton()
    await expect(button.connect('ledger')).rejects.toMatchObject({ code: 'SERVICE_NOT_CONFIGURED' })
    await expect(button.connect('google')).rejects.toMatchObject({ code: 'APPKIT_UNSUPPORTED' })
    await expect(button.updateEmail()).rejects.toMatchObject({ code: 'ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND' })
  })
})

test('useAppKitWallet tells how it stands, and never rejects', async () => {
  let isWilling = false
  create([
    [
      { id: 'a', name: 'MetaMask' },
      {
        connect() {
          if (!isWilling) throw walletError('CONNECTION_DECLINED')
          return mockSession([alice])
        },
      },
    ],
  ])
  const [onSuccess, onError] = [vi.fn(), vi.fn()]
  const screen = await render(<Buttons onSuccess={onSuccess} onError={onError} />)
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('ready Connection declined')
  expect(onError).toHaveBeenCalledOnce()
  isWilling = true
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('status')).toHaveTextContent(`ready ${alice}`)
  expect(onSuccess).toHaveBeenCalledExactlyOnceWith({
    chainNamespace: 'eip155',
    chainId: '1',
    address: alice,
  })
})

function Buttons(callbacks: useAppKitWallet.Parameters) {
  const { data, error, isReady, connect: ask } = useAppKitWallet(callbacks)
  return (
    <>
      <button type="button" onClick={() => ask('metamask')}>
        MetaMask
      </button>
      <p role="status">{`${isReady ? 'ready' : 'waiting'} ${error?.message ?? data?.address ?? ''}`}</p>
    </>
  )
}

test('<appkit-wallet-button> connects with its wallet', async () => {
  const appKit = create([[{ id: 'a', name: 'MetaMask' }, approving]])
  const screen = await render(<appkit-wallet-button wallet="metamask" />)
  await screen.getByRole('button', { name: 'MetaMask' }).click()
  await vi.waitFor(() => expect(appKit.getAddress()).toBe(alice))
})

test.each([
  ['metamask', 'MetaMask', true],
  ['safe', 'Safe{Wallet}', true],
  ['safe', 'SafePal Wallet', false],
  ['crypto-com', 'Crypto.com Onchain', true],
  ['oneinch', '1inch Wallet', true],
  ['imtoken', 'imToken', true],
  ['magic-eden', 'Magic Wand', false],
] as const)('the key %s and the name %s: %s', (key, name, isSame) => {
  expect(isNameOf(key, name)).toBe(isSame)
  expect([isWalletKey(key), isWalletKey('nothing')]).toEqual([true, false])
})

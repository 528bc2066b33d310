import { Component, type ReactNode, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { memoryStorage } from '../../../core/storageBackends.js'
import { connect } from '../../../features/connection/connect.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { mockNetwork } from '../../../testing/mockNetwork.js'
import { scriptedProvider } from '../../../testing/scriptedProvider.js'
import type { AppKitOptions } from '../AppKitOptions.js'
import { EthersAdapter } from '../adapters.js'
import { AppKitButton, AppKitNetworkButton, AppKitProvider } from './components.js'
import { createAppKit, modal } from './createAppKit.js'
import * as hooks from './hooks.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const provider = scriptedProvider({})
const [one, ten] = [mockNetwork(1, { testnet: true }), mockNetwork(10, { testnet: true })]

function options(): AppKitOptions {
  const wallet = mockConnector(
    {},
    {
      provider,
      connect: () => mockSession([alice]),
      switchNetwork: ({ id }) => wallet.emit({ type: 'session', session: mockSession([alice], Number(id)) }),
    },
  )
  return {
    services: {},
    networks: [one, ten],
    adapters: [new EthersAdapter()],
    connectors: [wallet],
    storage: memoryStorage(),
    enableWalletConnect: false,
  }
}

afterEach(() => {
  modal?.destroy()
  document.body.replaceChildren()
})

function Host() {
  const { open, close } = hooks.useAppKit()
  const account = hooks.useAppKitAccount()
  const { chainId, caipNetwork, switchNetwork } = hooks.useAppKitNetwork()
  const { walletProvider, walletProviderType } = hooks.useAppKitProvider<typeof provider>('eip155')
  const { walletInfo } = hooks.useWalletInfo()
  const state = hooks.useAppKitState()
  const { themeMode, setThemeMode, setThemeVariables } = hooks.useAppKitTheme()
  const { data } = hooks.useAppKitEvents()
  const { connections } = hooks.useAppKitConnections('eip155')
  const { disconnect } = hooks.useDisconnect()
  return (
    <>
      <p data-testid="account">{`${account.status} ${account.address} ${account.isConnected}`}</p>
      <p data-testid="network">{`${chainId} ${caipNetwork?.name}`}</p>
      <p data-testid="wallet">{`${walletInfo?.name} ${walletProviderType} ${typeof walletProvider?.request === 'function'}`}</p>
      <p data-testid="state">{`${state.open} ${state.initialized} ${themeMode} ${connections.length}`}</p>
      <p data-testid="event">{data.event}</p>
      <button type="button" onClick={() => open({ view: 'Networks' })}>
        Open
      </button>
      <button type="button" onClick={() => close()}>
        Shut
      </button>
      <button type="button" onClick={() => switchNetwork(ten)}>
        Switch
      </button>
      <button type="button" onClick={() => disconnect({ namespace: 'eip155' })}>
        Leave
      </button>
      <button
        type="button"
        onClick={() => {
          setThemeMode('light')
          setThemeVariables({ '--w3m-accent': 'red' })
        }}
      >
        Light
      </button>
    </>
  )
}

describe('hooks', () => {
  let made: ReturnType<typeof createAppKit>
  beforeEach(() => {
    made = createAppKit(options())
  })

  test('tell of the page’s kit, without a provider', async () => {
    const screen = await render(
      <StrictMode>
        <Host />
      </StrictMode>,
    )
    const text = (id: string) => expect.element(screen.getByTestId(id))
    await text('account').toHaveTextContent('disconnected undefined false')
    await text('state').toHaveTextContent('false true dark 0')
    await text('event').toHaveTextContent('MODAL_CREATED')

    await connect(made.kit, { connectorId: 'mock' })
    await text('account').toHaveTextContent(`connected ${alice} true`)
    await text('wallet').toHaveTextContent('Mock Wallet ANNOUNCED true')
    await text('network').toHaveTextContent('1 Chain 1')
    await screen.getByText('Switch').click()
    await text('network').toHaveTextContent('10 Chain 10')
    await text('event').toHaveTextContent('SWITCH_NETWORK')
    await screen.getByText('Light').click()
    await text('state').toHaveTextContent('false true light 1')
    expect(made.kit.store.getState().theme.variables).toEqual({ '--lk-accent': 'red' })
    await screen.getByText('Leave').click()
    await text('account').toHaveTextContent('disconnected undefined false')
  })

  test('open and close the modal', async () => {
    const screen = await render(<Host />)
    await screen.getByText('Open').click()
    await expect.element(screen.getByTestId('state')).toHaveTextContent('true true dark 0')
    expect(made.kit.store.getState().modal.stack).toEqual([{ name: 'Networks' }])
    await made.close()
    await expect.element(screen.getByTestId('state')).toHaveTextContent('false true dark 0')
  })

  test('the balance: a failure is in the answer', async () => {
    const given: ReturnType<typeof hooks.useAppKitBalance>[] = []
    await render(<Balance onGiven={(balance) => given.push(balance)} />)
    const read = () => given[0]?.fetchBalance()
    expect(await read()).toEqual({
      data: undefined,
      error: 'Not connected',
      isSuccess: false,
      isError: true,
    })
    await connect(made.kit, { connectorId: 'mock' })
    expect(await read()).toMatchObject({ data: { balance: '0.00', symbol: 'ETH' }, isSuccess: true })
  })
})

describe('createAppKit', () => {
  test('once: later calls give the first', () => {
    const first = createAppKit(options())
    expect(createAppKit({ networks: [ten] })).toBe(first)
    expect(modal).toBe(first)
    expect(first.version).toBe('react-ethers-1.8.0')
  })

  test.each([
    ['useAppKit', () => hooks.useAppKit()],
    ['useAppKitAccount', () => hooks.useAppKitAccount()],
    ['useDisconnect', () => hooks.useDisconnect()],
  ])('before it, %s says so', async (name, use) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const screen = await render(
      <Boundary>
        <Early use={use} />
      </Boundary>,
    )
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent(`Please call "createAppKit" before using "${name}" hook`)
    vi.restoreAllMocks()
  })
})

describe('components', () => {
  test('are the elements, with their properties', async () => {
    const screen = await render(
      <StrictMode>
        <AppKitProvider {...options()}>
          <AppKitButton label="Get in" balance="hide" charsStart={6} />
          <AppKitNetworkButton disabled={false} />
        </AppKitProvider>
      </StrictMode>,
    )
    await expect.element(screen.getByRole('button', { name: 'Get in' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Network: Chain 1' })).toBeEnabled()
    if (modal !== undefined) await connect(modal.kit, { connectorId: 'mock' })
    await expect.element(screen.getByRole('button', { name: 'Account 0xd8dA6B…A96045' })).toBeVisible()
  })

  test('hydrate without a complaint, though the kit has gone on since', async () => {
    const made = createAppKit(options())
    const page = (
      <>
        <AppKitButton label="Get in" />
        <Host />
      </>
    )
    const html = renderToString(page)
    expect(html).toContain('disconnected undefined false')
    await connect(made.kit, { connectorId: 'mock' })

    const complaint = vi.spyOn(console, 'error')
    const onRecoverableError = vi.fn()
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = html
    const root = hydrateRoot(container, page, { onRecoverableError })
    await vi.waitFor(() => expect(container.querySelector('p')?.textContent).toBe(`connected ${alice} true`))
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(complaint).not.toHaveBeenCalled()
    root.unmount()
    vi.restoreAllMocks()
  })
})

test('types: what hooks give, and elements in JSX', () => {
  type Returned<name extends keyof typeof hooks> = ReturnType<(typeof hooks)[name]>
  expectTypeOf<keyof Returned<'useAppKit'>>().toEqualTypeOf<'open' | 'close'>()
  expectTypeOf<keyof Returned<'useAppKitAccount'>>().toEqualTypeOf<
    'allAccounts' | 'caipAddress' | 'address' | 'isConnected' | 'status' | 'embeddedWalletInfo'
  >()
  expectTypeOf<keyof Returned<'useAppKitNetwork'>>().toEqualTypeOf<
    'caipNetwork' | 'caipNetworkId' | 'chainId' | 'switchNetwork'
  >()
  expectTypeOf<keyof Returned<'useAppKitProvider'>>().toEqualTypeOf<'walletProvider' | 'walletProviderType'>()
  expectTypeOf<keyof Returned<'useAppKitState'>>().toEqualTypeOf<
    'loading' | 'open' | 'selectedNetworkId' | 'activeChain' | 'initialized'
  >()
  expectTypeOf<keyof Returned<'useAppKitTheme'>>().toEqualTypeOf<
    'themeMode' | 'themeVariables' | 'setThemeMode' | 'setThemeVariables'
  >()
  expectTypeOf<keyof Returned<'useWalletInfo'>>().toEqualTypeOf<'walletInfo'>()
  expectTypeOf<keyof Returned<'useDisconnect'>>().toEqualTypeOf<'disconnect'>()
  const elements = [
    <appkit-button key="a" size="sm" label="Connect" balance="hide" charsStart={4} namespace="eip155" />,
    <w3m-account-button key="b" disabled charsEnd={6} />,
    <w3m-network-button key="c" label="Network" />,
    <appkit-modal key="d" class="embedded" />,
    // @ts-expect-error: an attribute that the incumbent does not have either.
    <w3m-button key="e" colour="red" />,
  ]
  expect(elements).toHaveLength(5)
})

function Balance({ onGiven }: { onGiven: (balance: ReturnType<typeof hooks.useAppKitBalance>) => void }) {
  onGiven(hooks.useAppKitBalance())
  return null
}

function Early({ use }: { use: () => unknown }) {
  use()
  return null
}

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render() {
    const { message } = this.state
    return message === undefined ? this.props.children : <p role="alert">{message}</p>
  }
}

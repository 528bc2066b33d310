import { mainnet, optimism } from 'viem/chains'
import { describe, expect, test, vi } from 'vitest'
import { bitcoin, solana } from '../../networks/others.js'
import { AdapterBlueprint, Ethers5Adapter, EthersAdapter } from './adapters.js'
import { BitcoinAdapter } from './bitcoin/BitcoinAdapter.js'
import { createAppKit } from './createAppKit.js'
import { SolanaAdapter } from './solana/SolanaAdapter.js'

test('on a server createAppKit touches nothing, and tells that nobody is connected', () => {
  const appKit = createAppKit({
    projectId: 'open',
    networks: [mainnet, optimism],
    adapters: [new EthersAdapter()],
  })
  expect(appKit.getAccount()).toMatchObject({ isConnected: false, status: 'disconnected' })
  expect(appKit.getState()).toMatchObject({ initialized: false, selectedNetworkId: 'eip155:1' })
  expect(appKit.getCaipNetworks().map(({ name }) => name)).toEqual(['Ethereum', 'OP Mainnet'])
  appKit.destroy()
})

test('without adapters it is the connection protocol’s alone', () => {
  const appKit = createAppKit({ projectId: 'open', networks: [mainnet, solana] })
  expect(appKit.version).toBe('html-universal-1.8.0')
  expect(appKit.getCaipNetwork('solana')?.name).toBe('Solana')
  appKit.destroy()
})

describe('adapters', () => {
  test('of ethers are the kit’s own for eip155', () => {
    expect(new EthersAdapter().toAdapter().namespace).toBe('eip155')
    expect([new EthersAdapter().adapterType, new Ethers5Adapter().adapterType]).toEqual(['ethers', 'ethers5'])
  })

  test.each([
    ['EthersAdapter', EthersAdapter],
    ['Ethers5Adapter', Ethers5Adapter],
    ['SolanaAdapter', SolanaAdapter],
    ['BitcoinAdapter', BitcoinAdapter],
  ])('%s takes the options that AppKit’s does, and the networks of createAppKit count', (_, Adapter) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const adapter = new Adapter({ projectId: 'theirs', networks: [optimism] })
    const appKit = createAppKit({
      projectId: 'open',
      networks: [mainnet, solana, bitcoin],
      adapters: [adapter],
    })
    expect(appKit.getCaipNetworks().map(({ name }) => name)).toEqual(['Ethereum', 'Solana', 'Bitcoin'])
    expect(appKit.options.projectId).toBe('open')
    expect(warn.mock.calls.join()).not.toContain('has no effect')
    appKit.destroy()
    vi.restoreAllMocks()
  })

  test.each([
    [
      'AdapterBlueprint',
      () => {
        class Mine extends AdapterBlueprint {}
        return new Mine()
      },
    ],
  ])('%s says that it is not there', (name, make) => {
    expect(make).toThrow(`latchkey/appkit has no \`${name}\`: `)
  })
})

test('the incumbent’s insides load, and say what to use', async () => {
  const { AccountController } = await import('./internals.js')
  expect(String(Object.prototype.toString.call(AccountController))).toBe('[object Object]')
  expect(() => AccountController.state).toThrow('latchkey/appkit has no `AccountController.state`: ')
})

test('a theme of numbers, and one that is not set', async () => {
  const { toThemeVariables } = await import('./themeVariables.js')
  expect(toThemeVariables()).toEqual({})
  expect(
    toThemeVariables({
      '--w3m-color-mix': '#00f',
      '--w3m-color-mix-strength': 40,
      '--w3m-font-size-master': 10,
      '--w3m-font-family': undefined,
      '--w3m-qr-color': '#111',
    }),
  ).toEqual({
    '--lk-color-mix': '#00f',
    '--lk-color-mix-strength': 40,
    '--lk-font-size': 'calc(10px * 1.6)',
    '--lk-font-family': undefined,
    '--lk-qr-color': '#111',
  })
})

test('the older name of collapseWallets is understood', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { toConfig } = await import('./toConfig.js')
  expect(toConfig({ networks: [mainnet], features: { emailShowWallets: false } }).features).toEqual({
    collapseWallets: true,
  })
  vi.restoreAllMocks()
})

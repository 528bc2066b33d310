import { describe, expect, test } from 'vitest'
import type { Config } from '../../core/Config.js'
import type { ConnectorInfo } from '../../core/connector.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { update } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { connectGroups } from './connectGroups.js'
import type { WalletsState } from './state.js'

const wallet = (id: string, more: Partial<Wallet> = {}): Wallet => ({ id, name: `Wallet ${id}`, ...more })
const list = (...ids: readonly string[]) => ({
  status: 'success' as const,
  wallets: ids.map((id) => wallet(id)),
  count: ids.length,
})

const announced = (id: string, more: Partial<ConnectorInfo> = {}) =>
  mockConnector({ id, name: id, type: 'ANNOUNCED', rdns: id, ...more }, { connect: () => mockSession() })
const protocol = mockConnector(
  { id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT' },
  { connect: () => mockSession() },
)
const external = mockConnector({ id: 'external', name: 'External', type: 'EXTERNAL' })
const plain = mockConnector({ id: 'injected', name: 'Browser Wallet', type: 'INJECTED' })

function setUp(config: Partial<Config> = {}, wallets: Partial<WalletsState> = {}) {
  const kit = createTestKit(config)
  update(kit, 'wallets', (state) => ({ ...state, ...wallets }))
  const groups = (isMobile = false) =>
    connectGroups(kit.store.getState(), { isMobile }).map(
      ({ group, choices }) =>
        `${group}: ${choices.map((choice) => (choice.type === 'connector' ? choice.connector.id : choice.wallet.id))}`,
    )
  return { kit, groups }
}

const everything: Parameters<typeof setUp> = [
  { connectors: [external, announced('com.page'), protocol], customWallets: [wallet('own')] },
  { recent: [wallet('last')], featured: list('featured'), recommended: list('r1', 'r2') },
]

describe('a wallet that is in the page once for each chain family', () => {
  const solana = (id: string, name: string) =>
    mockConnector({ id, name, type: 'ANNOUNCED', rdns: id, namespaces: ['solana'] })
  const choicesOf = (connectors: readonly ReturnType<typeof announced>[]) => {
    const { kit } = setUp({ connectors })
    const [group] = connectGroups(kit.store.getState(), { isMobile: false })
    return group?.choices.map((choice) =>
      choice.type === 'connector'
        ? [choice.connector.id, ...(choice.others ?? []).map(({ id }) => id)]
        : choice.wallet.id,
    )
  }

  test('is one line, also if one connector is called "… Wallet"', () => {
    expect(choicesOf([announced('com.trust', { name: 'Trust Wallet' }), solana('sol', 'Trust')])).toEqual([
      ['com.trust', 'sol'],
    ])
  })

  test('is one line among the recent ones too, whichever family it was used for', () => {
    const both = [announced('com.trust', { name: 'Trust Wallet' }), solana('sol', 'Trust')]
    for (const rdns of ['com.trust', 'sol']) {
      const { kit, groups } = setUp({ connectors: both }, { recent: [wallet('w1', { rdns })] })
      expect(groups()).toEqual(['recent: com.trust'])
      const [recent] = connectGroups(kit.store.getState(), { isMobile: false })
      expect(recent?.choices).toMatchObject([{ wallet: { id: 'w1' }, others: [{ id: 'sol' }] }])
    }
  })

  test('two of one family with one name stay two lines', () => {
    const twins = [announced('com.one', { name: 'Twin' }), announced('com.two', { name: 'Twin' })]
    expect(choicesOf(twins)).toEqual([['com.one'], ['com.two']])
  })

  test('is no line with either of two that claim its name: one of them is not its own', () => {
    const claim = (id: string) =>
      mockConnector({ id, name: 'Trust', type: 'ANNOUNCED', namespaces: ['bip122'], isAmbiguous: true })
    const all = [announced('com.trust', { name: 'Trust Wallet' }), claim('one'), claim('two')]
    expect(choicesOf(all)).toEqual([['com.trust'], ['one'], ['two']])
  })
})

describe('the order of the groups (spec §2 "Connect screen")', () => {
  test('by default', () => {
    expect(setUp(...everything).groups()).toEqual([
      'walletConnect: walletConnect',
      'recent: last',
      'injected: com.page',
      'featured: featured',
      'custom: own',
      'external: external',
    ])
  })

  test('follows the host’s order, without the groups that it leaves out', () => {
    const [config, wallets] = everything
    const features = { connectorTypeOrder: ['external', 'custom', 'injected'] as const }
    expect(setUp({ ...config, features }, wallets).groups()).toEqual([
      'external: external',
      'custom: own',
      'injected: com.page',
    ])
  })

  test('shows no group without wallets', () => {
    const [config, wallets] = everything
    expect(setUp({ ...config, enableWallets: false }, wallets).groups()).toEqual([])
  })
})

describe('the connection protocol', () => {
  test('is not a line of its own on a phone, which lists its wallets instead', () => {
    expect(setUp({ connectors: [protocol] }).groups(true)).toEqual([])
  })

  test('is not offered again while it is connected', async () => {
    const { kit, groups } = setUp({ connectors: [protocol] })
    expect(groups()).toEqual(['walletConnect: walletConnect'])
    await connect(kit, { connectorId: 'walletConnect' })
    expect(groups()).toEqual([])
  })
})

describe('each wallet once', () => {
  test('a recent wallet that is installed is among the recent ones, and connects in the page', () => {
    const { kit, groups } = setUp(
      { connectors: [announced('com.page')] },
      { recent: [wallet('w1', { rdns: 'com.page' })] },
    )
    expect(groups()).toEqual(['recent: com.page'])
    const [recent] = connectGroups(kit.store.getState(), { isMobile: false })
    expect(recent?.choices).toMatchObject([{ type: 'connector', wallet: { id: 'w1' } }])
  })

  test.each([
    ['featured', { featured: { ...list(), wallets: [wallet('w1', { rdns: 'com.page' })] } }],
    ['recommended', { recommended: { ...list(), wallets: [wallet('w1', { rdns: 'com.page' })] } }],
  ])('a wallet that is installed is not also listed as %s', (_, wallets) => {
    expect(setUp({ connectors: [announced('com.page')] }, wallets).groups()).toEqual(['injected: com.page'])
  })

  test('a recent wallet is not also listed as featured, recommended or the host’s own', () => {
    const { groups } = setUp(
      { customWallets: [wallet('w1')] },
      { recent: [wallet('w1')], featured: list('w1'), recommended: list('w1') },
    )
    expect(groups()).toEqual(['recent: w1'])
  })
})

describe('recommended', () => {
  test.each([
    ['two', [], [], 'recommended: r1,r2'],
    ['one beside an installed one', ['com.a'], [], 'recommended: r1'],
    ['one beside one of last time', [], ['last'], 'recommended: r1'],
    ['none beside two', ['com.a'], ['last'], undefined],
  ])('%s', (_, installed, recent, expected) => {
    const { groups } = setUp(
      { connectors: installed.map((id) => announced(id)) },
      { recent: recent.map((id) => wallet(id)), recommended: list('r1', 'r2', 'r3', 'r4') },
    )
    expect(groups().find((group) => group.startsWith('recommended'))).toBe(expected)
  })

  test.each([
    ['features', { featuredWalletIds: ['f'] }],
    ['has', { customWallets: [wallet('own')] }],
  ])('shows no recommended wallets if the host %s wallets of its own', (_, config) => {
    const { groups } = setUp(config, { recommended: list('r1', 'r2') })
    expect(groups().some((group) => group.startsWith('recommended'))).toBe(false)
  })
})

describe('wallets that the host does not want', () => {
  test('are not among the recent ones', () => {
    const recent = [wallet('a'), wallet('b')]
    expect(setUp({ excludeWalletIds: ['a'] }, { recent }).groups()).toEqual(['recent: b'])
    expect(setUp({ includeWalletIds: ['a'] }, { recent }).groups()).toEqual(['recent: a'])
  })

  test.each([
    ['rdns', wallet('x', { rdns: 'com.page' })],
    ['name, whatever its case', wallet('x', { name: 'COM.Page' })],
    ['id', wallet('com.page', { name: 'Something' })],
  ])('are recognised by their %s if they are installed', (_, excluded) => {
    const { groups } = setUp({ connectors: [announced('com.page')] }, { excluded: [excluded] })
    expect(groups()).toEqual([])
  })
})

describe('wallets of the page', () => {
  test('"Browser Wallet" is left out if wallets have announced themselves, but not on a phone', () => {
    expect(setUp({ connectors: [plain] }).groups()).toEqual(['injected: injected'])
    const { groups } = setUp({ connectors: [plain, announced('com.page')] })
    expect(groups()).toEqual(['injected: com.page'])
    expect(groups(true)).toEqual(['injected: injected,com.page'])
  })

  test('shows only those of the chain family that the modal was opened for', () => {
    const { kit, groups } = setUp({
      connectors: [announced('com.evm'), announced('com.solana', { namespaces: ['solana'] })],
    })
    openModal(kit, { namespace: 'solana' })
    expect(groups()).toEqual(['injected: com.solana'])
  })
})

import type { KeyValueStorage, SignClient } from '@latchkey/sign-client'
import type { WalletClient } from '@latchkey/sign-client/wallet'
import { describe, expect, test, vi } from 'vitest'
import { createTestStorage, createWorld, type World } from '../../../../sign-client/src/testing/clients.js'
import { settled } from '../../../../sign-client/src/testing/fakeClock.js'
import { createMemoryTabs } from '../../../../sign-client/src/testing/memoryTabs.js'
import { walletProtocol } from '../../adapters/eip155/walletProtocol.js'
import type { ConnectorEvent } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { createKit } from '../../createKit.js'
import { accountOf } from '../../features/account/state.js'
import { disconnect } from '../../features/connection/disconnect.js'
import { openPairing } from '../../features/connection/openPairing.js'
import { registerConnectors } from '../../features/connection/registerConnectors.js'
import type { Kit } from '../../features/Kit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { mockTabs } from '../../testing/mockTabs.js'
import { createWalletConnectConnector } from './createWalletConnectConnector.js'
// A kit loads these when it first restores. Imported here, so that loading takes no time of the fake clock.
import '../../features/connection/restoreConnections.js'
import '../../features/modal/navigate.js'
import '../../features/startLater.js'

/** The long run: `npm run long -- --only schedules`. */
const schedules = Number(process.env.LONG_RUNS ?? 100)
const addresses = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']

type Tab = {
  readonly kit: Kit
  readonly client: SignClient
  readonly channel: { freeze(): void; thaw(): void }
  readonly stop: () => void
}

/**
 * One site in two tabs, and two wallets; everything real but the relay, the storage and the clock.
 *
 * @param delay How long, in milliseconds, a tab waits for the next event of the other tab's storage.
 */
async function openSite(delay: () => number = () => 0) {
  const world = createWorld()
  const storage = createTestStorage()
  const channels = createMemoryTabs()
  const kitStorage = mockTabs((event) => {
    const wait = delay()
    if (wait === 0) event()
    else world.clock.setTimeout(event, wait)
  })
  let opened = 0

  function openTab(own: KeyValueStorage = storage): Tab {
    const channel = channels.open(`tab${opened++}`)
    const client = world.app({ storage: own, tabs: channel, watchWake: () => () => {} })
    const kit = createKit({
      services: {},
      networks: [mockNetwork(1), mockNetwork(10)],
      adapters: [mockAdapter()],
      storage: kitStorage.open(),
      enableWalletConnect: false,
      projectId: 'p',
      clock: world.clock,
    })
    const events = createEmitter<ConnectorEvent>()
    const info = {
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      name: 'WalletConnect',
      namespaces: ['eip155'],
    } as const
    registerConnectors(kit, [
      createWalletConnectConnector({ ...kit, info, protocolOf: () => walletProtocol, events, client }),
    ])
    return { kit, client, channel, stop: kit.start() }
  }

  async function openWallet(address: string): Promise<WalletClient> {
    const wallet = world.wallet()
    const accounts = [`eip155:1:${address}`]
    wallet.on('session_proposal', ({ id }) => {
      const namespaces = { eip155: { accounts, methods: ['personal_sign'], events: ['chainChanged'] } }
      // A proposal that was withdrawn meanwhile cannot be approved.
      wallet.approve({ id, namespaces }).catch(() => {})
    })
    await wallet.start()
    return wallet
  }

  const tabs = [openTab(), openTab()]
  const wallets = await Promise.all(addresses.map(openWallet))
  return { world, storage, tabs, wallets, openTab }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** Lets everything come to rest: what a page waits for at most, and what the relay holds back. */
async function rest({ clock }: World, tabs: readonly Tab[]) {
  for (const { channel, client } of tabs) {
    channel.thaw()
    void client.resume()
  }
  for (let turn = 0; turn < 3; turn++) await clock.advance(2_000)
  // A session that nobody took up is ended after two minutes; a wallet whose settlement nobody answered, because
  // another wallet had been faster, drops its session after five.
  await clock.advance(310_000)
}

/** Returns the sessions that each tab and wallet knows, and the account that each tab shows. */
function truthOf({ tabs, wallets }: Pick<Site, 'tabs' | 'wallets'>) {
  return {
    tabs: tabs.map(({ client }) => client.sessions().map(({ topic }) => topic)),
    wallets: wallets.map((wallet) => wallet.sessions().map(({ topic }) => topic)),
    accounts: tabs.map(({ kit }) => accountOf(kit.store.getState())?.address),
  }
}

function expectOneTruth(site: Site, log: readonly string[]) {
  const { tabs, wallets, accounts } = truthOf(site)
  const [inUse] = tabs[0] ?? []
  const holder = wallets.findIndex((topics) => inUse !== undefined && topics.includes(inUse))
  const expected = {
    tabs: site.tabs.map(() => (inUse === undefined ? [] : [inUse])),
    wallets: wallets.map((_, index) => (index === holder ? [inUse] : [])),
    accounts: site.tabs.map(() => addresses[holder]),
  }
  expect({ tabs, wallets, accounts }, log.join('\n')).toEqual(expected)
}

async function codeOf({ kit }: Tab): Promise<string | undefined> {
  openPairing(kit).catch(() => {})
  await settled()
  return kit.store.getState().connection.pairing?.uri
}

const accountsOf = ({ tabs }: Site) => tabs.map(({ kit }) => accountOf(kit.store.getState())?.address)

describe('two tabs, each with a code', () => {
  test('if both codes are scanned, both tabs use the second wallet, and the first wallet is disconnected', async () => {
    const site = await openSite()
    const { world, tabs, wallets } = site
    const codes = await Promise.all(tabs.map(codeOf))
    // Both wallets have answered before either tab has heard of the other's connection.
    await Promise.all(wallets.map((wallet, index) => wallet.pair({ uri: codes[index] ?? '' })))
    await rest(world, tabs)
    expect(accountsOf(site).filter((address) => address === undefined)).toEqual([])
    expectOneTruth(site, [])
    await world.close()
  })

  test('if one code is scanned, the other tab connects too, and withdraws its own code', async () => {
    const site = await openSite()
    const { world, tabs, wallets } = site
    const [, second] = await Promise.all(tabs.map(codeOf))
    const [first] = await Promise.all([codeOf(tabs[0] as Tab)])
    await wallets[0]?.pair({ uri: first ?? '' })
    await rest(world, tabs)
    expect(accountsOf(site)).toEqual([addresses[0], addresses[0]])
    expect(tabs[1]?.kit.store.getState().connection.pairing).toBeNull()
    // Somebody has a photograph of the old code: scanning it now must connect nothing.
    await wallets[1]?.pair({ uri: second ?? '' }).catch(() => {})
    await rest(world, tabs)
    expect(wallets[1]?.sessions()).toEqual([])
    expect(accountsOf(site)).toEqual([addresses[0], addresses[0]])
    expectOneTruth(site, [])
    await world.close()
  })

  test('if the second tab connects another wallet, the first tab follows, and the first wallet is told', async () => {
    const site = await openSite()
    const { world, tabs, wallets } = site
    await wallets[0]?.pair({ uri: (await codeOf(tabs[0] as Tab)) ?? '' })
    await rest(world, tabs)
    expect(accountsOf(site)).toEqual([addresses[0], addresses[0]])
    await wallets[1]?.pair({ uri: (await codeOf(tabs[1] as Tab)) ?? '' })
    await rest(world, tabs)
    expect(accountsOf(site)).toEqual([addresses[1], addresses[1]])
    expect(wallets[0]?.sessions()).toEqual([])
    await world.close()
  })
})

/** Numbers that are the same for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

async function runSchedule(seed: number) {
  const random = randomOf(seed)
  const site = await openSite(() => random(4) * 40)
  const { world, tabs, wallets } = site
  const log: string[] = [`seed ${seed}`]
  const codes: (string | undefined)[] = []
  const leaving: (Promise<void> | undefined)[] = []
  const steps: { readonly [name: string]: (tab: number, wallet: number) => unknown } = {
    show(tab) {
      const { kit } = tabs[tab] as Tab
      openPairing(kit).catch(() => {})
      codes[tab] = kit.store.getState().connection.pairing?.uri ?? codes[tab]
    },
    scan(tab, wallet) {
      const { pairing } = (tabs[tab] as Tab).kit.store.getState().connection
      const uri = pairing?.uri ?? codes[tab]
      if (uri !== undefined) wallets[wallet]?.pair({ uri }).catch(() => {})
    },
    disconnect(tab) {
      leaving[tab] = disconnect((tabs[tab] as Tab).kit).catch(() => {})
    },
    leave(_, wallet) {
      const [session] = wallets[wallet]?.sessions() ?? []
      if (session !== undefined) wallets[wallet]?.disconnect({ topic: session.topic }).catch(() => {})
    },
    freeze: (tab) => tabs[tab]?.channel.freeze(),
    thaw(tab) {
      tabs[tab]?.channel.thaw()
      void tabs[tab]?.client.resume()
    },
    // A page that closes in the middle of its farewell has no means to say it: the visitor sees it said first.
    async reload(tab) {
      await Promise.all([leaving[tab], world.clock.advance(3_000)])
      tabs[tab]?.stop()
      void tabs[tab]?.client.close()
      tabs[tab] = site.openTab()
    },
    wait: () => world.clock.advance(random(3) * 400),
    slow: () => {
      world.relay.faults.delay = random(2) * 150
    },
  }
  // A visitor pairs more often than anything else happens.
  const names = ['show', 'show', 'scan', 'scan', 'scan', 'wait', ...Object.keys(steps)]
  for (let step = 0; step < 14; step++) {
    const name = names[random(names.length)] ?? 'wait'
    const [tab, wallet] = [random(2), random(2)]
    log.push(`${name} tab${tab} wallet${wallet}`)
    // Not waited for, but for time itself: steps meet in the middle of one another.
    const doing = steps[name]?.(tab, wallet)
    if (name === 'wait' || name === 'reload') await doing
    await settled(random(5))
  }
  world.relay.faults.delay = 0
  await rest(world, tabs)
  // A page that closed while its wallet answered left a session behind: it ends after the visitor's next page load.
  const alone = tabs.findIndex(({ kit }) => accountOf(kit.store.getState()) === undefined)
  if (alone !== -1) {
    tabs[alone]?.stop()
    void tabs[alone]?.client.close()
    tabs[alone] = site.openTab()
    await rest(world, tabs)
  }
  expectOneTruth(site, log)
  for (const { stop } of tabs) stop()
  await world.close()
}

describe('a new tab beside a connected one', () => {
  async function connectedSite() {
    const site = await openSite()
    const { world, tabs, wallets } = site
    await wallets[0]?.pair({ uri: (await codeOf(tabs[0] as Tab)) ?? '' })
    await rest(world, tabs)
    return site
  }

  test.each(['all', 'hang'] as const)(
    'whose storage fails (%s): the others stay connected',
    async (failure) => {
      const site = await connectedSite()
      const { world, tabs, wallets } = site
      const broken = createTestStorage()
      broken.failure = failure
      const tab = site.openTab(broken)
      await rest(world, [...tabs, tab])
      expect(accountsOf(site)).toEqual([addresses[0], addresses[0]])
      expect(wallets[0]?.sessions()).toHaveLength(1)
      expect(accountOf(tab.kit.store.getState())).toBeUndefined()
      // The page loads again, and the storage works.
      tab.stop()
      expect(accountOf((await openedTab(site)).kit.store.getState())?.address).toBe(addresses[0])
      await world.close()
    },
  )

  test('connects too, although its storage takes six seconds to answer', async () => {
    const site = await connectedSite()
    const { world, storage } = site
    const { clock } = world
    const opensAt = clock.now() + 6_000
    const slow: KeyValueStorage = {
      ...storage,
      getItem: (name) =>
        new Promise((resolve) =>
          clock.setTimeout(() => resolve(storage.getItem(name) ?? undefined), opensAt - clock.now()),
        ),
    }
    const tab = site.openTab(slow)
    await clock.advance(6_100)
    expect([...site.tabs, tab].map(({ kit }) => accountOf(kit.store.getState())?.address)).toEqual([
      addresses[0],
      addresses[0],
      addresses[0],
    ])
    await world.close()
  })

  async function openedTab({ world, openTab }: Site): Promise<Tab> {
    const tab = openTab()
    await world.clock.advance(100)
    return tab
  }
})

describe('a page that closes before its wallet has answered', () => {
  /** Both tabs close; the first one's code stays on the wallet's screen. */
  async function closedSite() {
    const site = await openSite()
    const uri = (await codeOf(site.tabs[0] as Tab)) ?? ''
    for (const { stop, client } of site.tabs.splice(0)) {
      stop()
      void client.close()
    }
    return { ...site, uri }
  }

  test.each(['before', 'after'])('the wallet answers %s the next page: its session ends', async (order) => {
    const { world, wallets, openTab, uri } = await closedSite()
    if (order === 'before') await wallets[0]?.pair({ uri })
    const tab = openTab()
    await world.clock.advance(1_000)
    if (order === 'after') await wallets[0]?.pair({ uri })
    await world.clock.advance(1_000)
    expect(wallets[0]?.sessions()).toHaveLength(1)
    await world.clock.advance(121_000)
    expect(tab.client.sessions()).toEqual([])
    expect(wallets[0]?.sessions()).toEqual([])
    await world.close()
  })

  test('no later page starts the client, once one has looked after the last code was invalid', async () => {
    const { world, openTab } = await closedSite()
    await world.clock.advance(300_000)
    const first = vi.spyOn(openTab().client, 'start')
    await world.clock.advance(121_000)
    expect(first).toHaveBeenCalled()
    const next = vi.spyOn(openTab().client, 'start')
    await world.clock.advance(121_000)
    expect(next).not.toHaveBeenCalled()
    await world.close()
  })
})

describe('two tabs and two wallets, in any order', () => {
  const first = Number(process.env.TWO_TABS_FIRST ?? 1)
  const size = 10
  for (let from = first; from < first + schedules; from += size) {
    test(`schedules ${from} to ${from + size - 1} end in the same state everywhere`, {
      timeout: 120_000,
    }, async () => {
      for (let seed = from; seed < from + size; seed++) await runSchedule(seed)
    })
  }
})

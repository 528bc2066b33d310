import { people } from '@latchkey/chains'
import type { BrowserContext, Page } from '@playwright/test'
import { startChain, type TestChain } from '../../services/src/testing/startChain.js'
import { localNetwork } from '../pages/localNetworks.js'
import { test as base } from '../pages/test.js'
import { stack } from '../setup/stack.js'
import { FaultyServer } from './FaultyServer.js'
import { FaultyWallet } from './FaultyWallet.js'
import { LivePage } from './LivePage.js'

/** A visitor who sends on the test's own chains, with a faulty wallet and server. */
export type SendWorld = {
  /** Local One, the visitor's first network. */
  readonly chain: TestChain
  /** Local Two. */
  readonly other: TestChain
  readonly server: FaultyServer
  readonly wallet: FaultyWallet
  readonly live: LivePage
  stop(): Promise<void>
}

async function startSendWorld(context: BrowserContext, page: Page): Promise<SendWorld> {
  const [chain, other] = await Promise.all([startChain(), startChain({ chainId: 31338 })])
  const server = await FaultyServer.start({
    services: stack.services,
    chains: { 31337: chain.url, 31338: other.url },
  })
  const networks = [localNetwork(31337, chain.url), localNetwork(31338, other.url)]
  const wallet = await FaultyWallet.install(context, { networks })
  const live = new LivePage(page, server)
  await live.goto()
  await live.connect(wallet.id)
  return {
    chain,
    other,
    server,
    wallet,
    live,
    async stop() {
      await live.leave()
      await Promise.all([chain.stop(), other.stop()])
    },
  }
}

/** Playwright's `test` with a {@link SendWorld} for each test. */
export const sendTest = base.extend<{ readonly world: SendWorld }>({
  world: async ({ context, page }, use) => {
    const world = await startSendWorld(context, page)
    await use(world)
    await world.stop()
  },
})

export async function fillIn(live: LivePage, recipient: string = people.marlow): Promise<void> {
  await live.open({ name: 'WalletSend' })
  await live.dialog.getByLabel('Amount').fill('0.001')
  await live.dialog.getByLabel('Recipient').fill(recipient)
}

/** Fills in the form and opens the review, up to the last click. */
export async function review(live: LivePage, recipient?: string): Promise<void> {
  await fillIn(live, recipient)
  const preview = live.modal.button('Preview send')
  await live.until(() => preview.isEnabled())
  await preview.click()
  await live.modal.expectView('Review send')
}

/** Returns how many transactions of an account are mined. */
export async function sentCount(chain: TestChain, address: string = people.visitor): Promise<number> {
  return Number(await chain.request('eth_getTransactionCount', [address, 'latest']))
}

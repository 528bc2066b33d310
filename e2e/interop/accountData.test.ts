// The kit's account data from a real chain through the blockchain service: tests both sides of each endpoint together.

import { contracts, names, people, seedHistory, tokensOf } from '@latchkey/chains'
import { type Services, startServices } from '@latchkey/services'
import {
  accountOf,
  connect,
  fetchAvatar,
  fetchIdentity,
  fetchNftImage,
  fetchNfts,
  fetchPortfolio,
  fetchTransactions,
  type Nfts,
  nftKey,
  resolveName,
} from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { createTestKit, mockConnector, mockNetwork, mockSession } from 'latchkey/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../services/src/testing/startChain.js'

const chainId = 'eip155:31337'
let chain: TestChain
let services: Services

beforeAll(async () => {
  chain = await startChain()
  await seedHistory(chain.url)
  services = await startServices({
    services: ['blockchain'],
    checkAnswers: true,
    settings: {
      logLevel: 'silent',
      chains: [`${chainId}=${chain.url}`],
      ens: [`${chainId}=${contracts.universalResolver}`],
      swapRouters: [`${chainId}=${contracts.router}`],
      stablecoins: [`${chainId}=${contracts.dollar}`],
      tokens: tokensOf(31337).map((token) => ({ ...token, chainId })),
    },
  })
}, 120_000)
afterAll(async () => {
  await services.close()
  await chain.stop()
})

async function connected() {
  const kit = createTestKit({
    connectors: [mockConnector({}, { connect: () => mockSession([people.visitor], 31337) })],
    adapters: [eip155()],
    networks: [mockNetwork(31337)],
    services: { blockchain: services.url },
  })
  await connect(kit, { connectorId: 'mock' })
  const account = accountOf(kit.store.getState())
  if (account === undefined) throw new Error('not connected')
  return { kit, account, state: () => kit.store.getState().account }
}

test('tokens with their prices and values', async () => {
  const { kit } = await connected()
  const tokens = await fetchPortfolio(kit)
  const dollar = tokens.find(({ symbol }) => symbol === 'KUSD')
  expect(dollar).toMatchObject({ price: 1, value: Number(dollar?.quantity.numeric) })
  const ether = tokens.find(({ symbol }) => symbol === 'ETH')
  expect(ether?.price).toBeGreaterThan(100)
  expect(ether?.value).toBeCloseTo((ether?.price ?? 0) * Number(ether?.quantity.numeric), 2)
  // Tokens with 0 decimals are dropped (spec §5).
  expect(tokens.some(({ symbol }) => symbol === 'TICKET')).toBe(false)
})

test('name and picture, and the address of a name', async () => {
  const { kit, account, state } = await connected()
  const identity = await fetchIdentity(kit)
  expect(identity).toEqual({ name: 'juniper.eth', avatar: expect.stringMatching(/^data:image\/svg\+xml/) })
  await fetchAvatar(kit, { account })
  expect(state().pictures?.[account.caipAddress]).toMatch(/^blob:/)
  expect(await resolveName(kit, { name: 'Juniper.eth', networkId: chainId })).toBe(people.visitor)
  expect(await resolveName(kit, { name: 'thistle.eth', networkId: chainId })).toBe(names['thistle.eth'])
  expect(await resolveName(kit, { name: 'nobody.eth', networkId: chainId })).toBeUndefined()
})

test('collectibles with their pictures, lures marked', async () => {
  const { kit, account, state } = await connected()
  let nfts: Nfts | undefined
  // The first call starts the service's reader; earlier entries arrive later.
  while (nfts === undefined || nfts.items.length === 0) {
    await fetchNfts(kit, { isForced: true })
    nfts = state().nfts?.[account.caipAddress]
  }
  const scene = nfts.items.find(({ collection }) => collection.address === `${chainId}:${contracts.scenes}`)
  if (scene === undefined) throw new Error('no scene')
  await fetchNftImage(kit, { nft: scene })
  expect(state().pictures?.[nftKey(scene)]).toMatch(/^blob:/)
  expect(nfts.items.some(({ isSpam }) => isSpam)).toBe(true)
})

test('history', async () => {
  const { kit } = await connected()
  // Entries of the future are left out, and the chain has today's time.
  await kit.clock.advance(Date.now() - kit.clock.now())
  const { transactions } = await fetchTransactions(kit)
  expect(transactions.length).toBeGreaterThan(5)
})

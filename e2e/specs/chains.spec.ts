import { people } from '@latchkey/chains'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// The services' answers about the chains that `npm start` fills.

const account = `${stack.services}/v1/account/${people.visitor}`

test("the visitor's tokens have amounts, pictures and prices", async ({ request }) => {
  for (const chainId of ['eip155:31337', 'eip155:31338']) {
    const answer = await request.get(`${account}/balance?currency=usd&chainId=${chainId}`)
    const { balances } = await answer.json()
    const seen = new Map<string, { readonly price: number; readonly iconUrl: string }>(
      balances.map((balance: { readonly symbol: string }) => [balance.symbol, balance]),
    )
    for (const symbol of ['ETH', 'KUSD', 'GROVE']) {
      expect(seen.get(symbol), `${symbol} on ${chainId}`).toMatchObject({
        price: expect.any(Number),
        iconUrl: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      })
    }
    expect(seen.get('ETH')?.price).toBeGreaterThan(2_000)
    expect(seen.get('ETH')?.price).toBeLessThan(3_000)
    expect(seen.get('KUSD')?.price).toBe(1)
    expect(seen.get('GROVE')?.price).toBeGreaterThan(0.3)
  }
})

test("the visitor's history goes back for months", async ({ request }) => {
  const seen: { readonly id: string; readonly metadata: { readonly minedAt: string } }[] = []
  let cursor = ''
  do {
    const page = await request.get(`${account}/history?chainId=eip155:31337${cursor}`)
    const { data, next } = await page.json()
    seen.push(...data)
    cursor = next === undefined || next === null ? '' : `&cursor=${encodeURIComponent(next)}`
  } while (cursor !== '')
  expect(seen.length).toBeGreaterThan(100)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  const oldest = Date.parse(seen.at(-1)?.metadata.minedAt ?? '')
  expect((Date.now() - oldest) / 86_400_000).toBeGreaterThan(200)
})

test('accounts have names, and the visitor a picture', async ({ request }) => {
  const identity = await request.get(`${stack.services}/v1/identity/${people.visitor}?chainId=eip155%3A31337`)
  expect(await identity.json()).toMatchObject({
    name: 'juniper.eth',
    avatar: expect.stringMatching(/^data:image\/svg/),
  })
})

import { describe, expect, test } from 'vitest'
import type { Balance } from '../../protocol/entities/Balance.js'
import { dollar, sendKit } from '../../testing/sendKit.js'
import { notePrices } from '../account/prices.js'
import { type Kit, update } from '../Kit.js'
import { setSendAmount, setSendMax, setSendToken, toggleSendFiat } from './editSend.js'
import { makeIntent } from './makeIntent.js'

// What the service's list says of a token: its name is held against the contract, its price against what was seen
// before.

async function ofToken(facts?: { readonly decimals: number; readonly symbol?: string }) {
  const made = await sendKit(facts && { facts: async () => ({ isContract: false, token: facts }) })
  setSendToken(made.kit, { token: `eip155:1:${dollar}` })
  await made.fill('1.5')
  const [, token] = Object.values(made.state().account.portfolios ?? {})[0]?.tokens ?? []
  if (token === undefined) throw new Error('no token')
  return { ...made, token }
}

/** As if the service's list had told of the token so. */
const listAs = (kit: Kit, token: Balance) =>
  update(kit, 'account', (state) => ({
    ...state,
    portfolios: Object.fromEntries(
      Object.entries(state.portfolios ?? {}).map(([address, portfolio]) => [
        address,
        {
          ...portfolio,
          tokens: portfolio?.tokens.map((each) => (each.address === token.address ? token : each)) ?? [],
        },
      ]),
    ) as never,
  }))

describe('the name of a token', () => {
  test("is its contract's if the list has another one, and the list's name shows without a price or picture", async () => {
    const { kit } = await ofToken({ decimals: 6, symbol: 'KUSD' })
    const intent = await makeIntent(kit)
    expect(intent).toMatchObject({ symbol: 'KUSD', listedSymbol: 'USD', price: 0, tokenAddress: dollar })
    expect('iconUrl' in intent).toBe(false)
  })

  test.each(['usd', ' USD ', 'ＵＳＤ'])('is the same if it differs only in spelling (%j)', async (symbol) => {
    const { kit } = await ofToken({ decimals: 6, symbol })
    const intent = await makeIntent(kit)
    expect('listedSymbol' in intent).toBe(false)
    expect(intent.price).toBe(1)
  })

  test.each(['USD.e', 'USD₮', 'US D'])('%j is another', async (symbol) => {
    const { kit } = await ofToken({ decimals: 6, symbol })
    expect(await makeIntent(kit)).toMatchObject({ symbol, listedSymbol: 'USD' })
  })

  test("is another if one of its letters only looks like the list's", async () => {
    const { kit, token } = await ofToken({ decimals: 6, symbol: 'DAı' })
    listAs(kit, { ...token, symbol: 'DAI' })
    expect(await makeIntent(kit)).toMatchObject({ symbol: 'DAı', listedSymbol: 'DAI', price: 0 })
  })

  test('is cut to 32 characters', async () => {
    const { kit } = await ofToken({ decimals: 6, symbol: 'U'.repeat(40) })
    expect((await makeIntent(kit)).symbol).toBe(`${'U'.repeat(31)}…`)
  })

  test.each([undefined, '', '\u202e\u0000'])(
    'is the list’s if the contract has none (%j)',
    async (symbol) => {
      const { kit } = await ofToken({ decimals: 6, ...(symbol === undefined ? {} : { symbol }) })
      const intent = await makeIntent(kit)
      expect(intent.symbol).toBe('USD')
      expect('listedSymbol' in intent).toBe(false)
    },
  )

  test('is shown without characters that reverse the text', async () => {
    const { kit } = await ofToken({ decimals: 6, symbol: 'A\u202eB' })
    expect((await makeIntent(kit)).symbol).toBe('A B')
  })
})

describe('an amount that is typed in dollars', () => {
  const dollars = async (now: number) => {
    const made = await ofToken()
    notePrices(made.kit, [{ ...made.token, price: now }])
    toggleSendFiat(made.kit)
    setSendAmount(made.kit, { amount: '0.5' })
    await made.settle()
    return made
  }

  test('shows the price that it was converted with', async () => {
    const { kit } = await dollars(1)
    const intent = await makeIntent(kit)
    expect(intent).toMatchObject({ units: '500000', reckonedPrice: 1 })
    expect('earlierPrice' in intent).toBe(false)
  })

  test.each([1.3, 0.7, 1000])(
    'also shows the earlier price %d if the price is far from it',
    async (first) => {
      const { kit } = await dollars(first)
      expect(await makeIntent(kit)).toMatchObject({ reckonedPrice: 1, earlierPrice: first })
    },
  )

  test.each([1.2, 0.85])('says nothing of a price of %d, which is near', async (first) => {
    const { kit } = await dollars(first)
    expect('earlierPrice' in (await makeIntent(kit))).toBe(false)
  })

  test('is compared with the first price, because later ones may be false', async () => {
    const { kit, token } = await dollars(2)
    notePrices(kit, [token])
    expect(await makeIntent(kit)).toMatchObject({ earlierPrice: 2 })
  })

  test('needs no price if it is typed in the token', async () => {
    const { kit, token } = await ofToken()
    notePrices(kit, [{ ...token, price: 1000 }])
    const typed = await makeIntent(kit)
    setSendMax(kit)
    const all = await makeIntent(kit)
    expect(all.units).toBe('12500000')
    for (const intent of [typed, all]) {
      expect('reckonedPrice' in intent).toBe(false)
      expect('earlierPrice' in intent).toBe(false)
    }
  })
})

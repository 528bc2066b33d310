import { afterEach, expect, test } from 'vitest'
import { update } from '../../../features/Kit.js'
import { openModal } from '../../../features/modal/openModal.js'
import { imageKey } from '../../../features/wallets/fetchImage.js'
import { sendKit } from '../../../testing/sendKit.js'
import { clear, draw } from '../../testing/draw.js'

afterEach(clear)

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

test('a token that only calls itself USDC wears no picture, says that it is unverified, and has no worth', async () => {
  const { kit, state } = await sendKit()
  const { portfolios } = state().account
  const [caipAddress, portfolio] = Object.entries(portfolios ?? {})[0] ?? []
  if (caipAddress === undefined || portfolio === undefined) throw new Error('no portfolio')
  const dollar = { ...portfolio.tokens[1], symbol: 'USDC', iconUrl: picture }
  const tokens = [
    { ...dollar, name: 'Real', isVerified: true },
    { ...dollar, name: 'Fake', address: `eip155:1:0x${'22'.repeat(20)}`, isVerified: false },
  ] as typeof portfolio.tokens
  openModal(kit, { view: { name: 'WalletSendSelectToken' } })
  update(kit, 'account', (account) => ({
    ...account,
    portfolios: { [caipAddress]: { ...portfolio, tokens } },
  }))
  update(kit, 'wallets', (wallets) => ({
    ...wallets,
    images: { ...wallets.images, [imageKey('token', 'USDC')]: picture },
  }))
  draw(kit)
  const rows = () =>
    [...(document.querySelector('[data-latchkey]')?.shadowRoot?.querySelectorAll('li') ?? [])].map((row) => ({
      text: row.textContent ?? '',
      hasPicture: row.querySelector('img') !== null,
    }))
  await expect.poll(rows, { timeout: 10_000 }).toEqual(
    expect.arrayContaining([
      { text: expect.stringMatching(/^Real.*\$12\.50$/), hasPicture: true },
      { text: expect.stringMatching(/^Fake.*Unverified$/), hasPicture: false },
    ]),
  )
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { receiveLink } from '../../../features/account/receiveLink.js'
import { accountOf } from '../../../features/account/state.js'
import { update } from '../../../features/Kit.js'
import { openModal } from '../../../features/modal/openModal.js'
import type { View } from '../../../features/modal/screens.js'
import { accountKit, alice } from '../../../testing/accountKit.js'
import { AccountButton } from '../../buttons/AccountButton.js'
import { clear, draw, patience } from '../../testing/draw.js'

const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

// The tests' server loads the modal's parts on demand, from their sources.
beforeEach(() => vi.setConfig({ testTimeout: 30_000 }))
afterEach(() => {
  clear()
  vi.unstubAllGlobals()
})

const avatars = () =>
  [...document.querySelectorAll('*')]
    .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('.avatar') ?? [])])
    .map((avatar) => avatar.querySelector('img')?.getAttribute('src'))

test.each<[string, View]>([
  ['its own screen', { name: 'Account' }],
  ['the list of accounts', { name: 'Accounts' }],
  ['the screen that names it', { name: 'AddressLabel', parameters: { address: alice, namespace: 'eip155' } }],
  ['the code to receive by', { name: 'WalletReceive' }],
])('the picture of an account is the same on the button in the page and on %s', async (_, view) => {
  const { kit } = await accountKit({})
  const account = accountOf(kit.store.getState())
  if (account === undefined) throw new Error('not connected')
  await receiveLink(kit, { account })
  update(kit, 'account', (state) => ({ ...state, pictures: { [account.caipAddress]: picture } }))
  draw(kit, <AccountButton />)
  openModal(kit, { view })
  await expect.element(page.getByRole('dialog'), patience).toBeVisible()
  await expect.poll(avatars, patience).toEqual([picture, picture])
})

test('an account that has its picture on one network has it on the others', async () => {
  const { kit } = await accountKit({})
  update(kit, 'account', (state) => ({ ...state, pictures: { [`eip155:10:${alice}`]: picture } }))
  draw(kit, <AccountButton />)
  await expect.poll(avatars, patience).toEqual([picture])
})

test('the button in the page has the picture before the modal was opened', async () => {
  const { kit } = await accountKit({
    '/avatar': () => new Response('x', { headers: { 'content-type': 'image/png' } }),
    '/identity': () => Response.json({ name: 'alice.eth', avatar: 'https://chain.example/a.png' }),
  })
  draw(kit, <AccountButton />)
  await expect.poll(avatars, patience).toEqual([expect.stringMatching(/^blob:/)])
})

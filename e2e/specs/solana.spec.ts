import { loadPeople } from '@latchkey/chain-solana'
import { getBase58Encoder, verifySignature } from '@solana/kit'
import { announceSolana } from '../pages/announceSolana.js'
import { expect, test } from '../pages/familyTest.js'
import { signSolana } from '../pages/signSolana.js'

test.use({ families: ['solana'], hasSecond: true })
// One ledger for all: they run one after the other.
test.describe.configure({ mode: 'default' })

const people = await loadPeople()
const visitor = people.visitor.address

test('connects, shows the balance, signs, and a reload restores all of it', async ({ familyDemo: demo }) => {
  await demo.connect('solana')
  await demo.expectAddress(visitor)
  await demo.expectNetwork('Solana Local')
  await demo.expectBalance('100 SOL')

  const signature = getBase58Encoder().encode(await demo.signature('Tide is out'))
  const isGenuine = verifySignature(
    people.visitor.keyPair.publicKey,
    signature as Parameters<typeof verifySignature>[1],
    new TextEncoder().encode('Tide is out'),
  )
  expect(await isGenuine).toBe(true)

  await demo.page.reload()
  await demo.expectAddress(visitor)
  await demo.expectBalance('100 SOL')
  await demo.family('solana').getByRole('button', { name: 'Disconnect' }).click()
  await demo.expectStatus('disconnected')
  await demo.page.reload()
  await demo.expectStatus('disconnected')
})

test('sends to the end, and exactly what was reviewed arrives', async ({ familyDemo: demo, familyStack }) => {
  const balance = () => balanceOf(familyStack.urls.solana, people.marlow.address)
  const before = await balance()
  await demo.connect('solana')
  await demo.sendWithKit('1.5', people.marlow.address)
  await expect(demo.wallet).toContainText('1.5 SOL')
  await expect(demo.wallet).toContainText(people.marlow.address)
  await demo.approve()
  await expect(demo.modal.dialog).toContainText('Sent 1.5 SOL', { timeout: 20_000 })
  expect((await balance()) - before).toBe(1_500_000_000)
})

test('its activity shows what was sent, also after a reload', async ({ familyDemo: demo }) => {
  await demo.connect('solana')
  await demo.sendWithKit('0.25', people.marlow.address)
  await demo.approve()
  await expect(demo.modal.dialog).toContainText('Sent 0.25 SOL', { timeout: 20_000 })
  await demo.page.reload()
  const { dialog } = await demo.openActivity()
  await expect(dialog).toContainText('-0.25 SOL', { timeout: 20_000 })
})

test('a wallet whose user rejects connects, signs and sends nothing', async ({
  familyDemo: demo,
  familyStack,
}) => {
  await demo.ask('solana')
  await demo.reject()
  await expect(demo.modal.dialog).toContainText('declined')
  await demo.modal.button(/Try again/).click()
  await demo.approve()
  await demo.expectAddress(visitor)

  const card = demo.card('Sign a message')
  await card.getByRole('button', { name: 'Sign', exact: true }).click()
  await demo.reject()
  await expect(card.getByRole('status')).toContainText(/reject/i)

  const before = await balanceOf(familyStack.urls.solana, visitor)
  await demo.sendWithKit('1', people.marlow.address)
  await demo.reject()
  await expect(demo.modal.dialog).toContainText(/reject|declined/i)
  expect(await balanceOf(familyStack.urls.solana, visitor)).toBe(before)
})

test('switches between two Solana networks, and sends on the one in use alone', async ({
  familyDemo: demo,
  familyStack: { seconds, urls },
}) => {
  const balances = () =>
    Promise.all([urls.solana, seconds.solana].map((url) => balanceOf(url, people.harbor.address)))
  const [onFirst = 0, onSecond = 0] = await balances()
  await announceSolana(demo.page, {
    name: 'Signing Solana',
    address: visitor,
    features: ['signTransaction'],
    answer: async (request) => ({ signedTransaction: [...(await signSolana(request))] }),
  })
  await demo.open()
  await demo.family('solana').getByRole('button', { name: 'Connect', exact: true }).click()
  await demo.modal.wallet(/^Signing Solana/).click()
  await demo.modal.expectClosed()
  await demo.expectNetwork('Solana Local')
  await demo.switchTo('Solana Second')
  await demo.expectNetwork('Solana Second')
  await demo.expectBalance('100 SOL')
  await demo.reviewAndSend('2', people.harbor.address)
  await expect(demo.modal.dialog).toContainText('Sent 2 SOL', { timeout: 20_000 })
  expect(await balances()).toEqual([onFirst, onSecond + 2_000_000_000])

  await demo.page.reload()
  await demo.expectAddress(visitor)
  await demo.expectNetwork('Solana Second')
  await demo.expectBalance('97.99')
  await demo.switchTo('Solana Local')
  await demo.expectNetwork('Solana Local')
})

test('signs in, and stays signed in over a reload', async ({ familyDemo: demo }) => {
  await demo.open('/?signIn=optional')
  await demo.ask('solana')
  await demo.approve()
  await demo.modal.expectView('Sign in')
  await demo.modal.button('Sign').click()
  await expect(demo.wallet).toContainText('wants you to sign in with your Solana account')
  await demo.approve()
  await expect(demo.page.getByTestId('sign-in')).toHaveText('Signed in')
  await demo.page.reload()
  await expect(demo.page.getByTestId('sign-in')).toHaveText('Signed in')
})

/** In lamports. */
async function balanceOf(url: string, address: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await response.json()).result.value
}

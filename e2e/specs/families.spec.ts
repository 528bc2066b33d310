import { people as bitcoiners } from '@latchkey/chain-bitcoin'
import { loadPeople } from '@latchkey/chain-solana'
import { people } from '@latchkey/chains'
import { FamilyDemo } from '../pages/FamilyDemo.js'
import { expect, test } from '../pages/familyTest.js'

test.use({ families: ['solana', 'bip122'] })

const solanaAddress = (await loadPeople()).visitor.address
const bitcoinAddress = bitcoiners[0].payment

test('three families at once: switched, restored and disconnected each by itself', async ({
  familyDemo: demo,
  practice,
}) => {
  await demo.connect('solana')
  await demo.connect('bip122')
  await demo.askEip155()
  await practice.approve()
  await demo.expectAddress(people.visitor)

  await demo.family('solana').getByRole('button', { name: 'Use' }).click()
  await demo.expectAddress(solanaAddress)
  await demo.expectBalance('100 SOL')
  await demo.switchTo('Bitcoin Regtest')
  await demo.expectAddress(bitcoinAddress)

  await demo.page.reload()
  await expect(demo.family('solana')).toContainText(solanaAddress)
  await expect(demo.family('bip122')).toContainText(bitcoinAddress)
  await expect(demo.family('eip155')).toContainText(people.visitor)
  await demo.expectAddress(bitcoinAddress)

  await demo.family('solana').getByRole('button', { name: 'Disconnect' }).click()
  await expect(demo.family('solana').getByRole('button', { name: 'Connect' })).toBeVisible()
  await demo.page.reload()
  await expect(demo.family('bip122')).toContainText(bitcoinAddress)
  await expect(demo.family('eip155')).toContainText(people.visitor)
  await expect(demo.family('solana')).not.toContainText(solanaAddress)
})

test('a ledger that is still starting, or has failed, is told as that', async ({ page, familyStack }) => {
  let state = 'starting'
  await page.route('**/settings.json', async (route) => {
    const settings = await (await route.fetch()).json()
    await route.fulfill({ json: { ...settings, ledgers: [{ ...settings.ledgers[0], state }] } })
  })
  const demo = new FamilyDemo(page, familyStack.demo)
  await demo.open()
  await expect(demo.family('solana')).toContainText('Solana Local is starting')
  state = 'ready'
  await expect(demo.family('solana')).not.toContainText('starting')
  state = 'failed'
  await page.reload()
  await expect(demo.family('solana')).toContainText('Solana Local could not start')
})

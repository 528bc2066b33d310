import { expect, test } from '../pages/test.js'

test('connects, signs, sends, switches, reloads and disconnects', async ({ demo, modal, practice }) => {
  await demo.openModal()
  await modal.wallet(/Practice/).click()
  await practice.approve()
  await modal.expectClosed()
  await demo.expectStatus('connected')
  await demo.expectNetwork('Local One')

  await demo.sign()
  await practice.approve()
  await expect(demo.card('Sign a message')).toContainText('Verified')

  await demo.send()
  await practice.approve()
  await expect(demo.receipt).toBeVisible()

  await demo.switchTo('Local Two')
  await practice.approve()
  await demo.expectNetwork('Local Two')

  await demo.page.reload()
  await demo.expectStatus('connected')
  await demo.expectNetwork('Local Two')

  await demo.page.getByRole('button', { name: 'Open account' }).click()
  await modal.button(/^Disconnect/).click()
  await demo.expectStatus('disconnected')
  await demo.page.reload()
  await demo.expectStatus('disconnected')
})

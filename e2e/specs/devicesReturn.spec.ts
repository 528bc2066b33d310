import { DemoPage } from '../pages/DemoPage.js'
import { iosSafari, openedPairing, openWallets, phone } from '../pages/devices.js'
import { Phone } from '../pages/Phone.js'
import { expect, test } from '../pages/test.js'

// A visitor who comes back to the page from a wallet's app, which Chromium imitates.

test.describe('back from the wallet’s app', () => {
  test.use(phone(iosSafari))

  for (const way of ['leave', 'leaveSilently'] as const) {
    const death = way === 'leave' ? 'was closed' : 'died silently'

    test(`connects if the socket ${death} meanwhile`, async ({ page, modal, remoteWallet }) => {
      remoteWallet.behave('silent')
      const device = new Phone(page)
      await device.install()
      const spy = await openWallets(page, modal)
      await modal.button('Harbour').tap()
      await remoteWallet.pair(await openedPairing(spy))
      await expect.poll(() => remoteWallet.pending).toEqual(['connect'])
      await device[way]()
      remoteWallet.settle('approve')

      await device.comeBack()
      await modal.expectClosed()
      await new DemoPage(page).expectStatus('connected')
    })

    test(`receives its signature if the socket ${death} meanwhile`, async ({ page, modal, remoteWallet }) => {
      const device = new Phone(page)
      await device.install()
      const spy = await openWallets(page, modal)
      const demo = new DemoPage(page)
      await modal.button('Harbour').tap()
      await remoteWallet.pair(await openedPairing(spy))
      await demo.expectStatus('connected')

      remoteWallet.behave({ sign: 'silent' })
      await demo.sign()
      await expect.poll(() => remoteWallet.pending).toEqual(['sign'])
      // The chosen app is opened again for the request.
      expect((await spy.opened()).slice(1)).toMatchObject([{ href: 'harbour://', target: '_self' }])
      await device[way]()
      await expect.poll(() => remoteWallet.pending).not.toEqual([])
      remoteWallet.settle('approve')

      await device.comeBack()
      await expect(demo.card('Sign a message')).toContainText('Verified')
    })
  }

  test('shows that it is connecting, then offers the app again', async ({ page, modal, remoteWallet }) => {
    await page.clock.install()
    remoteWallet.behave('silent')
    const device = new Phone(page)
    await device.install()
    await openWallets(page, modal)
    await modal.button('Harbour').tap()
    await expect(modal.dialog.getByText('Continue in Harbour')).toBeVisible()
    await device.leave()
    // From here on the test advances the time: the page shows this text for five seconds only.
    await page.clock.pauseAt(Date.now() + 120_000)
    await device.comeBack()
    await expect(modal.dialog.getByText('Connecting…')).toBeVisible()
    await expect(modal.button('Try again')).toHaveCount(0)
    await page.clock.runFor(5_000)
    await expect(modal.dialog.getByText('Continue in Harbour')).toBeVisible()
    await expect(modal.button('Try again')).toBeVisible()
  })

  test('shows that the visitor declined, and can start again', async ({ page, modal, remoteWallet }) => {
    remoteWallet.behave('silent')
    const device = new Phone(page)
    await device.install()
    const spy = await openWallets(page, modal)
    await modal.button('Harbour').tap()
    await remoteWallet.pair(await openedPairing(spy))
    await expect.poll(() => remoteWallet.pending).toEqual(['connect'])
    await device.leave()
    remoteWallet.settle('reject')
    await device.comeBack()
    await expect(modal.dialog.getByText('Connection declined')).toBeVisible()
    await modal.button('Try again').tap()
    await expect(modal.button('Open Harbour')).toBeEnabled()
  })
})

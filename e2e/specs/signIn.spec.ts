import type { Page } from '@playwright/test'
import type { Modal } from '../pages/Modal.js'
import type { PracticeWallet } from '../pages/PracticeWallet.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

const statusOf = (page: Page) => page.getByTestId('sign-in')

async function connect(page: Page, modal: Modal, practice: PracticeWallet, mode: 'required' | 'optional') {
  await page.goto(`${stack.demo}/?signIn=${mode}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.wallet(/Practice/).click()
  await practice.approve()
  await modal.expectView('Sign in')
}

test('connect, sign once, and stay signed in over a reload; disconnecting signs out', async ({
  page,
  demo,
  modal,
  practice,
}) => {
  await connect(page, modal, practice, 'required')
  await expect(modal.dialog.getByText('Tidepool needs to connect to your wallet')).toBeVisible()
  await modal.button('Sign').click()
  await expect(practice.window).toContainText('wants you to sign in with your Ethereum account')
  await practice.approve()
  await modal.expectClosed()
  await expect(statusOf(page)).toHaveText('Signed in')

  await page.reload()
  await expect(statusOf(page)).toHaveText('Signed in')
  await modal.expectClosed()

  const signedOut = page.waitForResponse((answer) => answer.url().includes('/auth/v1/sign-out'))
  await page.getByRole('button', { name: 'Open account' }).click()
  await modal.button(/^Disconnect/).click()
  expect((await signedOut).status()).toBe(200)
  await demo.expectStatus('disconnected')
})

test('while it is required, closing is refused; cancelling disconnects', async ({
  page,
  demo,
  modal,
  practice,
}) => {
  await connect(page, modal, practice, 'required')
  await page.keyboard.press('Escape')
  await modal.expectView('Sign in')
  await modal.close()
  await modal.expectView('Sign in')
  await modal.button('Cancel').click()
  await modal.expectClosed()
  await demo.expectStatus('disconnected')
})

test('where it is optional, one may go on without, and sign in later', async ({
  page,
  demo,
  modal,
  practice,
}) => {
  await connect(page, modal, practice, 'optional')
  await modal.close()
  await demo.expectStatus('connected')
  await expect(statusOf(page)).toHaveText('Signed out')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await practice.approve()
  await expect(statusOf(page)).toHaveText('Signed in')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(statusOf(page)).toHaveText('Signed out')
  await demo.expectStatus('connected')
})

test('a rejected signature is said, and may be tried again', async ({ page, modal, practice }) => {
  await connect(page, modal, practice, 'required')
  await modal.button('Sign').click()
  await practice.reject()
  await expect(modal.dialog.getByText('Signature declined').first()).toBeVisible()
  await modal.button('Sign').click()
  await practice.approve()
  await expect(statusOf(page)).toHaveText('Signed in')
})

test.describe('the auth service', () => {
  test('answers 500 when it should verify: said, and nobody is signed in', async ({
    complaints,
    page,
    modal,
    practice,
  }) => {
    await page.route('**/auth/v1/authenticate**', (route) =>
      route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, body: 'oh' }),
    )
    await connect(page, modal, practice, 'required')
    await modal.button('Sign').click()
    await practice.approve()
    await expect(modal.dialog.getByText('The auth service answered with status 500.').first()).toBeVisible()
    await expect(statusOf(page)).toHaveText('Signed out')
    complaints.length = 0
  })

  test('is silent when the session is looked up: back to the start within 15 s', async ({
    page,
    demo,
    modal,
    practice,
  }) => {
    await connect(page, modal, practice, 'required')
    await modal.button('Sign').click()
    await practice.approve()
    await expect(statusOf(page)).toHaveText('Signed in')
    await page.route('**/auth/v1/me**', () => {})
    await page.clock.install()
    await page.reload()
    await demo.expectStatus('connected')
    await page.clock.fastForward(15_000)
    await expect(
      modal.dialog.getByText('A problem occurred while trying initialize authentication'),
    ).toBeVisible()
    await demo.expectStatus('disconnected')
  })
})

test('over the relay: the wallet app signs in', async ({ page, modal, walletApp }) => {
  await page.goto(`${stack.demo}/?signIn=required`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await walletApp.pair(await modal.copyPairingLink())
  await walletApp.approve()
  await page.bringToFront()
  await modal.expectView('Sign in')
  await modal.button('Sign').click()
  await walletApp.expectQuestion(/sign in with your Ethereum account/)
  await walletApp.approve()
  await page.bringToFront()
  await expect(statusOf(page)).toHaveText('Signed in')
})

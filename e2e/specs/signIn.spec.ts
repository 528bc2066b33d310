import type { Page } from '@playwright/test'
import { Modal } from '../pages/Modal.js'
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

test('required: closing is refused, and cancelling disconnects', async ({ page, demo, modal, practice }) => {
  await connect(page, modal, practice, 'required')
  await page.keyboard.press('Escape')
  await modal.expectView('Sign in')
  await modal.close()
  await modal.expectView('Sign in')
  await modal.button('Cancel').click()
  await modal.expectClosed()
  await demo.expectStatus('disconnected')
})

test('optional: the visitor may continue without, and sign in later', async ({
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

test('a rejected signature shows an error and can be retried', async ({ page, modal, practice }) => {
  await connect(page, modal, practice, 'required')
  await modal.button('Sign').click()
  await practice.reject()
  await expect(modal.dialog.getByText('Signature declined')).toBeVisible()
  await modal.button('Sign').click()
  await practice.approve()
  await expect(statusOf(page)).toHaveText('Signed in')
})

test.describe('the auth service', () => {
  test('answers 500 to a verification: the error shows, and nobody is signed in', async ({
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

  test('does not answer when the session is looked up: back to the start within 15 s', async ({
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

test('fails to look up the session: back to the start, with the reason', async ({
  complaints,
  page,
  demo,
  modal,
  practice,
}) => {
  await connect(page, modal, practice, 'required')
  await modal.button('Sign').click()
  await practice.approve()
  await expect(statusOf(page)).toHaveText('Signed in')
  await page.route('**/auth/v1/me**', (route) =>
    route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, body: 'oh' }),
  )
  await page.reload()
  await expect(
    modal.dialog.getByText('A problem occurred while trying initialize authentication'),
  ).toBeVisible()
  await demo.expectStatus('disconnected')
  complaints.length = 0
})

test('never sends a nonce: cancelling ends it', async ({ page, demo, modal, practice }) => {
  await page.route('**/auth/v1/nonce**', () => {})
  await connect(page, modal, practice, 'required')
  await modal.button('Sign').click()
  await expect(modal.button('Signing…')).toBeDisabled()
  await modal.button('Cancel').click()
  await modal.expectClosed()
  await demo.expectStatus('disconnected')
})

test('two tabs: signing in or out in one applies to the other', async ({
  context,
  page,
  modal,
  practice,
}) => {
  await connect(page, modal, practice, 'required')
  const other = await context.newPage()
  await other.goto(`${stack.demo}/?signIn=required`)
  const otherModal = new Modal(other)
  await otherModal.expectView('Sign in')

  await page.bringToFront()
  await modal.button('Sign').click()
  await practice.approve()
  await expect(statusOf(page)).toHaveText('Signed in')
  await expect(statusOf(other)).toHaveText('Signed in')
  await otherModal.expectClosed()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(statusOf(page)).toHaveText('Signed out')
  await otherModal.expectView('Sign in')
})

test.describe('over the relay', () => {
  test('the wallet app connects and signs in with one approval', async ({ page, demo, modal, walletApp }) => {
    await page.goto(`${stack.demo}/?signIn=required`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await walletApp.pair(await modal.copyPairingLink())
    await walletApp.expectQuestion(/sign in with your Ethereum account/)
    await expect(walletApp.page.getByText('And the same for eip155:31338.')).toBeVisible()
    await walletApp.signIn()
    await page.bringToFront()
    await expect(statusOf(page)).toHaveText('Signed in')
    await modal.expectClosed()
    await demo.expectStatus('connected')

    await page.reload()
    await expect(statusOf(page)).toHaveText('Signed in')
    await modal.expectClosed()
    // The same approval signed for the other chain.
    await demo.switchTo('Local Two')
    await demo.expectNetwork('Local Two')
    await expect(statusOf(page)).toHaveText('Signed in')
    await modal.expectClosed()
    await expect(walletApp.page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  })

  test('the wallet app declines: neither connected nor signed in', async ({
    page,
    demo,
    modal,
    walletApp,
  }) => {
    await page.goto(`${stack.demo}/?signIn=required`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await walletApp.pair(await modal.copyPairingLink())
    await walletApp.expectQuestion(/sign in with your Ethereum account/)
    await walletApp.reject()
    await page.bringToFront()
    await expect(modal.dialog.getByText(/declined/i).first()).toBeVisible()
    await demo.expectStatus('disconnected')
    await expect(statusOf(page)).toHaveText('No account of this network is connected')
  })

  test('the auth service gives no nonce: the wallet is asked to connect only', async ({
    complaints,
    page,
    modal,
    walletApp,
  }) => {
    await page.route('**/auth/v1/nonce**', (route) =>
      route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, body: 'oh' }),
    )
    await page.goto(`${stack.demo}/?signIn=required`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal.copyPairingLink()
    // The link for signing in is replaced.
    await expect.poll(() => modal.copyLink()).not.toContain('wc_sessionAuthenticate')
    await walletApp.pair(await modal.copyLink())
    await walletApp.approve()
    await page.bringToFront()
    await modal.expectView('Sign in')
    await page.unroute('**/auth/v1/nonce**')
    await modal.button('Sign').click()
    await walletApp.expectQuestion(/sign in with your Ethereum account/)
    await walletApp.approve()
    await page.bringToFront()
    await expect(statusOf(page)).toHaveText('Signed in')
    complaints.length = 0
  })
})

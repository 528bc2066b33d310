import { makeSmartAccount } from '@latchkey/chains'
import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { announceSigner, type Signer } from '../pages/announceSigner.js'
import type { Modal } from '../pages/Modal.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

const statusOf = (page: Page) => page.getByTestId('sign-in')

test.describe('accounts signed by the test', () => {
  const [rpcUrl = ''] = stack.chains

  async function connectSigner(page: Page, modal: Modal, signer: Signer) {
    const wallet = await announceSigner(page, { chainId: 31337, rpcUrl, signer })
    await page.goto(`${stack.demo}/?signIn=required`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal.wallet(/Signer wallet/).click()
    await modal.expectView('Sign in')
    return wallet
  }

  for (const isDeployed of [true, false]) {
    test(`a smart account that is ${isDeployed ? 'deployed' : 'not deployed yet'} signs in`, async ({
      page,
      modal,
    }) => {
      const account = await makeSmartAccount(rpcUrl, { isDeployed })
      await connectSigner(page, modal, account)
      await modal.button('Sign').click()
      await expect(statusOf(page)).toHaveText('Signed in')
      await modal.expectClosed()
      await page.reload()
      await expect(statusOf(page)).toHaveText('Signed in')
    })
  }

  test('error: the signature of a smart account is refused', async ({ complaints, page, modal }) => {
    const { address } = await makeSmartAccount(rpcUrl, { isDeployed: true })
    const stranger = privateKeyToAccount(generatePrivateKey())
    const signMessage = (message: string) => stranger.signMessage({ message })
    await connectSigner(page, modal, { address, signMessage })
    await modal.button('Sign').click()
    await expect(
      modal.dialog.getByText('This application might not support Smart Accounts').first(),
    ).toBeVisible()
    await expect(statusOf(page)).toHaveText('Signed out')
    complaints.length = 0
  })

  test('another account is chosen while the prompt is open: it is asked to sign, and the first is not signed in', async ({
    page,
    demo,
    modal,
  }) => {
    const [alice, bob] = [1, 2].map(() => privateKeyToAccount(generatePrivateKey()))
    if (alice === undefined || bob === undefined) throw new Error('two accounts')
    let answer = () => {}
    const prompt = new Promise<void>((resolve) => {
      answer = resolve
    })
    const wallet = await connectSigner(page, modal, {
      address: alice.address,
      async signMessage(message) {
        await prompt
        return alice.signMessage({ message })
      },
    })
    await modal.button('Sign').click()
    await expect.poll(() => wallet.asked).toHaveLength(1)
    await wallet.choose({
      address: bob.address,
      signMessage: (message) => bob.signMessage({ message }),
    })
    answer()
    await modal.expectView('Sign in')
    await expect(statusOf(page)).toHaveText('Signed out')
    await modal.button('Sign').click()
    await expect(statusOf(page)).toHaveText('Signed in')
    expect(wallet.asked[1]).toContain(bob.address)
    await demo.expectStatus('connected')
  })
})

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../scripts/install.mjs'
import { serveApp } from '../../scripts/start/serveApp.mjs'
import { Modal } from '../pages/Modal.js'
import { expect, test } from '../pages/test.js'
import { basePort, stack } from '../setup/stack.js'

// The examples as a host builds them, on the published packages, under a strict policy.

test.describe.configure({ mode: 'serial' })

const names = ['vanilla-html', 'wagmi', 'ethers', 'appkit'] as const
const urlOf = (name: (typeof names)[number]) => `http://localhost:${basePort + 86 + names.indexOf(name)}`
const chains = [
  { id: 31337, name: 'Local One', rpcUrl: stack.chains[0] ?? '' },
  { id: 31338, name: 'Local Two', rpcUrl: stack.chains[1] ?? '' },
]
const stops: (() => Promise<void>)[] = []

test.beforeAll(async () => {
  test.setTimeout(180_000)
  for (const name of names) {
    const folder = join(root, 'examples', name)
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error', folder], {
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    stops.push(
      await serveApp({
        folder,
        port: Number(new URL(urlOf(name)).port),
        settings: { services: stack.services, chains },
        connect: [stack.services, stack.relay, ...stack.chains],
      }),
    )
  }
})
test.afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
})

test('a plain page: one element connects, shows the account and remembers it', async ({ page, wallet }) => {
  const modal = new Modal(page)
  await page.goto(urlOf('vanilla-html'))
  await page.getByRole('button', { name: 'Connect' }).click()
  await modal.wallet(/Test wallet/).click()
  await modal.expectClosed()
  await expect(page.locator('#account')).toHaveText(wallet.address)
  await page.reload()
  await expect(page.locator('#account')).toHaveText(wallet.address)
  await page.getByRole('button', { name: new RegExp(`^Account ${wallet.address.slice(0, 6)}`) }).click()
  await modal.button(/^Disconnect/).click()
  await expect(page.locator('#account')).toHaveText('Nobody is connected.')
})

test('wagmi uses the kit’s account, chain and wallet, and disconnecting either disconnects both', async ({
  page,
  wallet,
}) => {
  const modal = new Modal(page)
  const seen = page.getByTestId('wagmi')
  await page.goto(urlOf('wagmi'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.wallet(/Test wallet/).click()
  await expect(seen).toHaveText(`connected ${wallet.address} 31337`)
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByTestId('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByTestId('hash')).toHaveText(/^0x[0-9a-f]{64}$/)
  await page.getByRole('button', { name: 'Switch to Local Two' }).click()
  await expect(seen).toHaveText(`connected ${wallet.address} 31338`)
  await page.reload()
  await expect(seen).toHaveText(`connected ${wallet.address} 31338`)
  await page.getByRole('button', { name: 'Disconnect by wagmi' }).click()
  await expect(seen).toContainText('disconnected')
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
})

test('ethers signs, sends and reads', async ({ page, wallet }) => {
  const modal = new Modal(page)
  const said = page.getByTestId('said')
  await page.goto(urlOf('ethers'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.wallet(/Test wallet/).click()
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(said).toHaveText(/^0x[0-9a-f]{130}$/)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(said).toHaveText(/^Mined in block \d+$/)
  await page.getByRole('button', { name: 'Balance' }).click()
  await expect(said).toHaveText(/^\d+\.\d+ ETH$/)
  const asked = wallet.requests.map(({ method }) => method)
  expect(asked).toEqual(expect.arrayContaining(['personal_sign', 'eth_sendTransaction']))
})

test('an app written for another kit works with its imports changed', async ({ page, wallet }) => {
  const modal = new Modal(page)
  const account = page.getByTestId('account')
  await page.goto(urlOf('appkit'))
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await modal.wallet(/Test wallet/).click()
  await modal.expectClosed()
  await expect(account).toHaveText(`connected ${wallet.address}`)
  await expect(page.getByTestId('wallet')).toHaveText('Test wallet')
  await expect(page.getByTestId('event')).toHaveText('CONNECT_SUCCESS')
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByTestId('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
  await page.getByRole('button', { name: 'Switch to Local Two' }).click()
  await expect(page.getByTestId('network')).toHaveText('31338 Local Two')
  await page.getByRole('button', { name: 'Networks', exact: true }).click()
  await modal.expectView('Choose network')
  await modal.close()
  await page.reload()
  await expect(account).toHaveText(`connected ${wallet.address}`)
  await expect(page.getByTestId('network')).toHaveText('31338 Local Two')
  await page.getByRole('button', { name: new RegExp(`^Account ${wallet.address.slice(0, 6)}`) }).click()
  await modal.button(/^Disconnect/).click()
  await expect(account).toHaveText('disconnected')
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
})

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { contentSecurityPolicy } from 'latchkey/csp'
import { eip155 } from 'latchkey/eip155'
import { defineNetwork } from 'latchkey/networks'
import { root } from '../../scripts/install.mjs'
import { serveApp } from '../../scripts/start/serveApp.mjs'
import { Explorer, manyWallets } from '../pages/Explorer.js'
import { Modal } from '../pages/Modal.js'
import { expect, test } from '../pages/test.js'
import { basePort, stack } from '../setup/stack.js'

// The policy that `latchkey/csp` prints for a host's config allows everything a visitor does, and no more.

test.describe.configure({ mode: 'serial' })

const chains = [
  { id: 31337, name: 'Local One', rpcUrl: stack.chains[0] ?? '' },
  { id: 31338, name: 'Local Two', rpcUrl: stack.chains[1] ?? '' },
] as const
const settings = { services: stack.services, chains }
const url = `http://localhost:${basePort + 84}`
// The config of the example, built from the settings like on its page.
const policy = contentSecurityPolicy({
  services: stack.services,
  networks: [local(chains[0]), local(chains[1])],
  adapters: [eip155()],
})
function local(network: (typeof chains)[number]) {
  return defineNetwork({ ...network, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } })
}
let stop: (() => Promise<void>) | undefined

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const folder = join(root, '.cache/csp')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Not in the example's own folder, which another spec may be building.
  const args = ['build', '--logLevel', 'error', '--emptyOutDir', '--outDir', join(folder, 'dist')]
  const { status, stderr } = spawnSync(process.execPath, [vite, ...args], {
    cwd: join(root, 'examples/vite-react'),
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  stop = await serveApp({ folder, port: Number(new URL(url).port), settings, policy })
})
test.afterAll(() => stop?.())

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      console.error(`violation: ${effectiveDirective} ${blockedURI} ${sample}`),
    )
  })
})

// Violations are console errors: the fixture `complaints` fails a test with any.

test('pairs by code, lists all wallets with their pictures, connects and signs', async ({ page, wallet }) => {
  const modal = new Modal(page)
  const explorer = new Explorer(manyWallets(60))
  await explorer.serve(page)
  const response = await page.goto(url)
  expect(response?.headers()['content-security-policy']).toBe(policy)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.wallet(/WalletConnect/).click()
  await expect(modal.dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await modal.back()
  await modal.wallet('All wallets').click()
  await expect(modal.button('Harbour 2')).toBeVisible()
  await expect.poll(() => explorer.pictures.length).toBeGreaterThan(0)
  await expect
    .poll(() =>
      modal.button('Harbour 2').evaluate((button) => button.querySelector('img')?.naturalWidth ?? 0),
    )
    .toBeGreaterThan(0)
  await modal.back()
  await modal.wallet(/Test wallet/).click()
  await modal.expectClosed()
  await expect(page.getByTestId('account')).toHaveText(`connected ${wallet.address}`)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByTestId('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
})

test('blocks an address that the config does not name', async ({ page, complaints }) => {
  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  const other = 'https://elsewhere.example'
  const isBlocked = await page.evaluate(
    (address) =>
      fetch(address).then(
        () => false,
        () => true,
      ),
    other,
  )
  expect(isBlocked).toBe(true)
  await expect.poll(() => complaints.join('\n')).toContain(`violation: connect-src ${other}`)
  complaints.length = 0
})

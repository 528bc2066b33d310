import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/install.mjs'
import { serveApp } from '../../scripts/start/serveApp.mjs'
import { Modal } from '../pages/Modal.js'
import { expect, test } from '../pages/test.js'
import { basePort, stack } from '../setup/stack.js'

// React hosts built for production: Vite, Next.js with cookies, and a host with its own user interface.

test.describe.configure({ mode: 'serial' })

const chains = [
  { id: 31337, name: 'Local One', rpcUrl: stack.chains[0] ?? '' },
  { id: 31338, name: 'Local Two', rpcUrl: stack.chains[1] ?? '' },
]
const settings = { services: stack.services, chains }
const urlOf = (index: number) => `http://localhost:${basePort + 80 + index}`
const [viteUrl, headlessUrl, nextUrl] = [urlOf(0), urlOf(1), urlOf(2)]
const stops: (() => Promise<unknown>)[] = []

function build(name: string, args: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [...args], {
    cwd: join(root, 'examples', name),
    encoding: 'utf8',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  })
  expect(status, stderr).toBe(0)
  expect(
    stderr.split('\n').filter((line) => /warn/i.test(line) && !/^(npm |\(node:|\(Use )/.test(line)),
  ).toEqual([])
}

test.beforeAll(async () => {
  test.setTimeout(240_000)
  for (const [name, url] of [
    ['vite-react', viteUrl],
    ['headless', headlessUrl],
  ] as const) {
    build(name, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'])
    stops.push(
      await serveApp({
        folder: join(root, 'examples', name),
        port: Number(new URL(url).port),
        settings,
        connect: [stack.services, stack.relay, ...stack.chains],
      }),
    )
  }
  const next = join(root, 'node_modules/next/dist/bin/next')
  build('next-app', [next, 'build'])
  // Next writes global types next to the example, which must not apply to the whole repository.
  rmSync(join(root, 'examples/next-app/next-env.d.ts'), { force: true })
  const server = spawn(process.execPath, [next, 'start', '--port', new URL(nextUrl).port], {
    cwd: join(root, 'examples/next-app'),
    env: { ...process.env, SETTINGS: JSON.stringify(settings), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: 'ignore',
  })
  stops.push(() => {
    server.kill()
    return once(server, 'exit')
  })
  await expect
    .poll(
      () =>
        fetch(nextUrl)
          .then(({ status }) => status)
          .catch(() => 0),
      { timeout: 30_000 },
    )
    .toBe(200)
})
test.afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
})

test('Vite: connects, remembers the connection, and disconnects', async ({ page, wallet }) => {
  const account = page.getByTestId('account')
  await page.goto(viteUrl)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await new Modal(page).wallet(/Test wallet/).click()
  await expect(account).toHaveText(`connected ${wallet.address}`)
  await page.reload()
  await expect(account).toHaveText(`connected ${wallet.address}`)
  await page.getByRole('button', { name: 'Use Local Two' }).click()
  await expect(page.getByRole('button', { name: 'Network: Local Two' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use Local Two' })).toBeDisabled()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(account).toContainText('disconnected')
})

test("a host with its own user interface connects, pairs, and shows none of the kit's screens", async ({
  page,
  wallet,
}) => {
  await page.goto(headlessUrl)
  await page.getByRole('button', { name: 'Wallet on another device' }).click()
  await expect(page.getByTestId('link')).toHaveText(/^wc:[0-9a-f]{64}@2\?/)
  await page.getByRole('button', { name: 'Test wallet' }).click()
  await expect(page.getByTestId('account')).toHaveText(wallet.address)
  await expect(page.getByTestId('balance')).toHaveText(/^\d+(\.\d+)? ETH$/)
  await expect(page.getByTestId('tokens').getByText(/^Ether: /)).toBeVisible()

  await page.getByRole('textbox', { name: 'Amount' }).fill('0.001')
  await page.getByRole('textbox', { name: 'Recipient' }).fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByTestId('sent')).toHaveText('0.001 ETH: confirmed', { timeout: 20_000 })

  await page.getByRole('button', { name: 'Local Two' }).click()
  await expect(page.getByRole('button', { name: 'Local Two' })).toBeDisabled()
  await expect(page.locator('[data-latchkey]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Test wallet' })).toBeVisible()
})

test('Next.js: the server’s page contains the account, and hydrates without an error', async ({
  page,
  wallet,
}) => {
  const short = `${wallet.address.slice(0, 6)}…${wallet.address.slice(-6)}`
  await page.goto(nextUrl)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await new Modal(page).wallet(/Test wallet/).click()
  await expect(page.getByTestId('account')).toHaveText(`connected ${wallet.address}`)
  const response = await page.reload()
  expect(await response?.text()).toContain(`${short}</button>`)
  await expect(page.getByTestId('account')).toHaveText(`connected ${wallet.address}`)
  await expect(page.getByRole('button', { name: new RegExp(`^Account .*${short}`) })).toBeVisible()

  const stranger = await (await fetch(nextUrl)).text()
  expect(stranger).toContain('Connect wallet')
  expect(stranger).not.toContain(short.slice(0, 6))
})

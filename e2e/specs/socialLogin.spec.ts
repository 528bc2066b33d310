import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { build } from 'esbuild'
import { root } from '../../scripts/install.mjs'
import { buildSite } from '../../services/site/build.mjs'
import { type Services, startServices } from '../../services/src/index.js'
import { startChain, type TestChain } from '../../services/src/testing/startChain.js'
import { type Behaviour, startProvider, type TestProvider } from '../../services/src/testing/startProvider.js'
import { account, settingsOf } from '../../services/src/testing/startSocial.js'
import { newAddress } from '../pages/EmbeddedWallet.js'
import { Modal } from '../pages/Modal.js'
import { openWindow } from '../pages/openWindow.js'
import { basePort, stack } from '../setup/stack.js'

// Logs in by each social button in a real browser, against a real authorization server in the place of each provider.

test.describe.configure({ mode: 'serial' })

const played = ['google', 'x', 'discord', 'github', 'apple', 'facebook'] as const
const names = [...played, 'oidc'] as const
const labels = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  // As the operator has named it.
  oidc: 'Example',
  farcaster: 'Farcaster',
}
const framePort = basePort + 96
const frameUrl = `http://localhost:${framePort}`
let services: Services
let chain: TestChain
let providers: readonly TestProvider[] = []
let host: Server
let hostUrl = ''

/** An address belongs to one account. */
const accountAt = (name: string) => ({ ...account, email: `${name}@mail.example` })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  await buildSite()
  chain = await startChain({ chainId: 1 })
  providers = await Promise.all(names.map((name) => startProvider(name, accountAt(name), frameUrl)))
  const settings = providers.map(({ url, appleKey }, index) =>
    settingsOf(names[index] ?? 'google', url, appleKey),
  )
  services = await startServices({
    services: ['explorer', 'blockchain', 'frame'],
    siteDirectory: join(root, 'services/dist/site'),
    settings: {
      ...Object.assign({}, ...settings),
      loginEndpoints: settings.flatMap(({ loginEndpoints = [] }) => loginEndpoints),
      ...{ frameUrl, framePort, chains: [`eip155:1=${chain.url}`] },
    },
  })
  const script = await bundleHost(services.url)
  host = createServer(({ url }, response) => {
    const isScript = url === '/host.js'
    if (url === '/isolated') response.setHeader('cross-origin-opener-policy', 'same-origin')
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(
        isScript
          ? script
          : '<!doctype html><title>Host</title><button id="open">Log in</button><output></output><script type="module" src="/host.js"></script>',
      )
  })
  await new Promise<void>((resolve) => host.listen(basePort + 97, resolve))
  hostUrl = `http://localhost:${basePort + 97}`
})
test.afterAll(async () => {
  host?.close()
  await services?.close()
  await chain?.stop()
  await Promise.all(providers.map((provider) => provider.close()))
})

/** A page of somebody's that offers the embedded wallet. */
async function bundleHost(url: string): Promise<string> {
  const contents = `
    import { accountOf, createKit, watch } from 'latchkey'
    import { eip155 } from 'latchkey/eip155'
    import { embedded } from 'latchkey/embedded'
    import { mount } from 'latchkey/mount'
    import { mainnet } from 'latchkey/networks'
    const kit = createKit({
      services: ${JSON.stringify(url)},
      networks: [mainnet],
      adapters: [eip155()],
      connectors: [embedded({ url: ${JSON.stringify(frameUrl)} })],
    })
    const modal = mount(kit)
    document.querySelector('#open').addEventListener('click', () => modal.open())
    watch(kit.store, (state) => accountOf(state)?.address, (address) => { document.querySelector('output').textContent = address ?? '' })
  `
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(root, 'e2e') },
    ...{ bundle: true, format: 'esm', target: 'es2022', write: false, jsx: 'automatic', logLevel: 'error' },
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['source'],
  })
  return outputFiles[0]?.text ?? ''
}

/** Presses a provider's button in the open modal. */
async function pressButton(page: Page, name: keyof typeof labels): Promise<void> {
  // The first row and four logos; the others are behind a button.
  if (name === 'apple' || name === 'facebook')
    await page.getByRole('button', { name: 'More social logins' }).click()
  await page.getByRole('button', { name: `Continue with ${labels[name]}`, exact: true }).click()
}

/** Opens the modal and presses a provider's button. Returns the provider's window. */
async function press(page: Page, name: (typeof names)[number], path = '/'): Promise<Page> {
  await page.goto(`${hostUrl}${path}`)
  await page.locator('#open').click()
  const opening = page.context().waitForEvent('page')
  await pressButton(page, name)
  return opening
}

function atGoogle(): Behaviour {
  const [google] = providers
  if (google === undefined) throw new Error('no provider')
  return google.behaviour
}

const address = /^0x[0-9a-fA-F]{40}$/

for (const name of names) {
  test(`a visitor logs in with ${labels[name]}, and the window closes`, async ({ page }) => {
    const window = await press(page, name)
    await expect(page.locator('output')).toHaveText(address, { timeout: 30_000 })
    await expect.poll(() => window.isClosed()).toBe(true)
  })
}

test('a page that is isolated from its windows logs in too', async ({ page }) => {
  // A visitor whose wallet is on no other device yet.
  atGoogle().account = { id: '6', email: 'isolated@mail.example', isVerified: true }
  // The window has the focus; a page that is driven by a test always says that it has it itself.
  await page.addInitScript(() => {
    document.hasFocus = () => false
  })
  await press(page, 'google', '/isolated')
  await expect(page.locator('output')).toHaveText(address, { timeout: 30_000 })
})

/** What Chromium does with "block third-party cookies": the frame's worker has no database; that of the window has one. */
async function blockStorage(page: Page): Promise<void> {
  const denied =
    "Object.defineProperty(self,'indexedDB',{get(){throw new DOMException('denied','SecurityError')}});"
  await page.context().route('**/worker.js', async (route) => {
    const answer = await route.fetch()
    const isWindow = route.request().frame().url().includes('/window/')
    await route.fulfill({ response: answer, body: (isWindow ? '' : denied) + (await answer.text()) })
  })
}

for (const [where, path] of Object.entries({ 'a page': '/', 'a page that is isolated': '/isolated' })) {
  test(`${where}, where the browser keeps nothing for frames: the wallet's window takes over`, async ({
    page,
  }) => {
    atGoogle().account = { id: `7${path.length}`, email: `kept${path.length}@mail.example`, isVerified: true }
    await blockStorage(page)
    if (path !== '/')
      await page.addInitScript(() => {
        document.hasFocus = () => false
      })
    await press(page, 'google', path)
    const surface = page.frameLocator('#latchkey-frame')
    const toWindow = surface.getByRole('button', { name: 'Open the window' })
    await toWindow.waitFor({ timeout: 30_000 })
    const own = await openWindow(page, toWindow)
    // The window cannot see who has opened it.
    if (path !== '/') await own.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.locator('output')).toHaveText(address, { timeout: 30_000 })
  })
}

test('the wallet’s own window offers the same ways, where it needs a login of its own', async ({ page }) => {
  atGoogle().account = { id: '80', email: 'window@mail.example', isVerified: true }
  await blockStorage(page)
  // The frame has no code for its window.
  await page.context().route('**/auth/v1/login/link*', (route) => route.abort())
  await press(page, 'google')
  const toWindow = page.frameLocator('#latchkey-frame').getByRole('button', { name: 'Open the window' })
  await toWindow.waitFor({ timeout: 30_000 })
  const own = await openWindow(page, toWindow)
  for (const name of names)
    await expect(
      own.getByRole('button', { name: `Continue with ${labels[name]}`, exact: true }),
    ).toBeVisible()
  atGoogle().isDeclined = true
  await own.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(own.getByRole('alert')).toHaveText('The login did not work. Try again.')
  atGoogle().isDeclined = false
  const second = page.context().waitForEvent('page')
  await own.getByRole('button', { name: 'Continue with Google' }).click()
  await second
  await expect(page.locator('output')).toHaveText(address, { timeout: 30_000 })
})

test('a visitor who declines is back at the choice, or is told so', async ({ page }) => {
  atGoogle().isDeclined = true
  const window = await press(page, 'google')
  await expect.poll(() => window.isClosed()).toBe(true)
  await expect(page.getByText('Login failed')).toBeVisible()
  await expect(page.locator('output')).toHaveText('')
  atGoogle().isDeclined = false
})

test('the window says why a login has failed', async ({ page }) => {
  atGoogle().account = { id: '5', email: 'new@mail.example', isVerified: false }
  const window = await press(page, 'google')
  await expect(page.getByText('Login failed')).toBeVisible({ timeout: 20_000 })
  await expect(window.getByText('Google has not verified your e-mail address yet.')).toBeVisible()
})

test.describe('what `npm start` runs', () => {
  for (const name of played) {
    test(`plays ${labels[name]}, with a page that says so`, async ({ page }) => {
      await page.goto(stack.demo)
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      const opening = page.context().waitForEvent('page')
      await pressButton(page, name)
      const window = await opening
      await expect(window.getByRole('heading', { name: `This is not ${labels[name]}` })).toBeVisible()
      await window.getByLabel('Name').fill('Ada')
      await window.getByLabel('E-mail address').fill(newAddress())
      await window.getByRole('button', { name: 'Log in' }).click()
      await new Modal(page).expectClosed()
      await expect(page.getByTestId('connection')).toContainText(/0x[0-9a-fA-F]{40}/)
    })
  }

  test('plays Farcaster: its relay, and an app that signs with an account of the local chain', async ({
    page,
    context,
  }) => {
    await page.goto(stack.demo)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await pressButton(page, 'farcaster')
    await expect(page.getByRole('img', { name: 'QR code to log in with Farcaster' })).toBeVisible()
    const app = await context.newPage()
    await app.goto(`${stack.providers}/farcaster/`)
    await app
      .getByRole('link', { name: new URL(stack.site).host })
      .first()
      .click()
    await app.getByLabel('User name').fill(`ann-${Date.now()}`)
    await app.getByRole('button', { name: 'Approve' }).click()
    await expect(app.getByRole('heading', { name: 'Approved' })).toBeVisible()
    await page.bringToFront()
    await new Modal(page).expectClosed()
    await expect(page.getByTestId('connection')).toContainText(/0x[0-9a-fA-F]{40}/)
  })

  test('a visitor who cancels there is told so', async ({ page }) => {
    await page.goto(stack.demo)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Continue with Google', exact: true }).click()
    await (await opening).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Login failed')).toBeVisible()
  })
})

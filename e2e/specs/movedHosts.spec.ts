import { people as bitcoiners } from '@latchkey/chain-bitcoin'
import { loadPeople, privateKeyOf } from '@latchkey/chain-solana'
import { type Address, createSolanaRpc, getBase64Encoder, verifySignature } from '@solana/kit'
import { describeLedgers } from '../../scripts/start/ledgers.mjs'
import { expect, test as familyTest } from '../pages/familyTest.js'
import { addBitcoinjsWallet, announceKitWallet } from '../pages/libraryWallets.js'
import { localNetworks } from '../pages/localNetworks.js'
import { Modal } from '../pages/Modal.js'
import { serveHost } from '../pages/serveHost.js'
import type { FamilyStack } from '../setup/familyStack.js'
import { basePort } from '../setup/stack.js'

// Hosts written for AppKit with its SolanaAdapter and BitcoinAdapter, and for Solana's wallet-adapter, on the local
// ledgers: with web3.js, bitcoinjs-lib, and wallets of the families' own libraries.

type Hosts = { readonly [name in 'appkit' | 'throughServices' | 'walletAdapter']: string }

const test = familyTest.extend<object, { readonly hosts: Hosts }>({
  hosts: [
    async ({ familyStack }, use, { parallelIndex }) => {
      const stops: (() => Promise<void>)[] = []
      const serve = async (host: string, index: number, settings: object, connect: readonly string[]) => {
        const port = basePort + 116 + 3 * parallelIndex + index
        stops.push(await serveHost(host, { port, settings, connect }))
        return `http://localhost:${port}`
      }
      const { services } = familyStack
      const ledgers = ledgersOf(familyStack)
      const [solana] = ledgers
      const chains = localNetworks.map(({ id, name, rpcUrls }) => ({
        ...{ id, name },
        rpcUrl: rpcUrls.default.http[0] ?? '',
      }))
      const asked = [services, services.replace('http', 'ws'), ...chains.map(({ rpcUrl }) => rpcUrl)]
      const whole = [
        ...asked,
        ...ledgers.flatMap(({ rpcUrl, webSocketUrl = rpcUrl }) => [rpcUrl, webSocketUrl]),
      ]
      // No node of the network can be reached but through the services.
      const afar = { ...solana, rpcUrl: 'https://solana.invalid', webSocketUrl: undefined }
      await use({
        appkit: await serve('examples/appkit', 0, { services, chains, ledgers }, whole),
        throughServices: await serve('examples/appkit', 1, { services, chains, ledgers: [afar] }, asked),
        walletAdapter: await serve('e2e/hosts/walletAdapter', 2, { services, ledger: solana }, whole),
      })
      await Promise.all(stops.map((stop) => stop()))
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

/** As `npm start` names them to its pages. */
function ledgersOf({ urls }: FamilyStack) {
  const portOf = (url: string) => Number(new URL(url).port)
  const ports = { solana: portOf(urls.solana), bip122: portOf(urls.bip122), polkadot: 0 }
  return describeLedgers(['solana', 'bip122'], ports)
}

test.use({ families: ['solana', 'bip122'] })
test.describe.configure({ mode: 'default', timeout: 120_000 })

const people = await loadPeople()
const [ada, grace] = bitcoiners
const message = (text: string) => new TextEncoder().encode(text)

/** Whether the visitor signed a text; the signature is in base64. */
const isSigned = (signature: string, text: string) =>
  verifySignature(
    people.visitor.keyPair.publicKey,
    getBase64Encoder().encode(signature) as Parameters<typeof verifySignature>[1],
    message(text),
  )

// Each host pays another person: equal transfers with one blockhash have one signature, and the ledger drops the second.
const recipients = { appkit: people.wren.address, throughServices: people.harbor.address } as const

for (const host of ['appkit', 'throughServices'] as const) {
  test(`an app written for SolanaAdapter signs, sends and confirms with web3.js: ${host}`, async ({
    page,
    hosts,
    familyStack: { urls, services },
  }) => {
    const rpc = createSolanaRpc(urls.solana)
    const balance = async (address: Address) =>
      (await rpc.getBalance(address, { commitment: 'confirmed' }).send()).value
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await announceKitWallet(page, { secret: privateKeyOf(0), rpcUrl: urls.solana })
    const modal = new Modal(page)
    await page.goto(hosts[host])
    const part = page.getByTestId('solana')
    const said = part.getByRole('status')
    await part.getByRole('button', { name: 'Connect on Solana' }).click()
    await modal.wallet(/^Kit Wallet/).click()
    await modal.expectClosed()
    await expect(part).toContainText(people.visitor.address)

    await part.getByRole('button', { name: 'Sign' }).click()
    await expect(said).toHaveText(/^signed /)
    const signature = ((await said.textContent()) ?? '').replace('signed ', '')
    expect(await isSigned(signature, 'Hello from elsewhere')).toBe(true)

    await part.getByRole('button', { name: 'Balance' }).click()
    await expect(said).toHaveText(`${await balance(people.visitor.address)} lamports`)
    const before = await balance(recipients[host])
    await part.getByRole('textbox', { name: 'Recipient' }).fill(recipients[host])
    await part.getByRole('button', { name: 'Send' }).click()
    await expect(said).toHaveText(/^confirmed /, { timeout: 30_000 })
    expect((await balance(recipients[host])) - before).toBe(1_000_000n)
    expect(await page.evaluate(() => window.signedVersions)).toEqual(['legacy'])
    // web3.js subscribed on the same port, not on the one after it.
    const from = host === 'appkit' ? urls.solana : services
    expect(sockets.filter((url) => new URL(url).port === new URL(from).port)).not.toEqual([])

    await page.reload()
    await expect(part).toContainText(people.visitor.address)
  })
}

test('an app written for BitcoinAdapter signs, and broadcasts a PSBT of bitcoinjs-lib', async ({
  page,
  hosts,
  familyStack: { urls },
}) => {
  const wallet = await addBitcoinjsWallet(page, ada.privateKey)
  const modal = new Modal(page)
  await page.goto(hosts.appkit)
  const part = page.getByTestId('bitcoin')
  const said = part.getByRole('status')
  await part.getByRole('button', { name: 'Connect on Bitcoin' }).click()
  await modal.wallet(/^Bitcoinjs Wallet/).click()
  await modal.expectClosed()
  await expect(part).toContainText(ada.payment)

  await part.getByRole('button', { name: 'Sign' }).click()
  await expect(said).toHaveText(/^signed /)
  const signature = ((await said.textContent()) ?? '').replace('signed ', '')
  expect(wallet.own().isMessageSigned('Hello from elsewhere', signature)).toBe(true)

  await part.getByRole('textbox', { name: 'Recipient' }).fill(grace.payment)
  await part.getByRole('button', { name: 'Send' }).click()
  await expect(said).toHaveText(/^broadcast [0-9a-f]{64}$/, { timeout: 20_000 })
  const txid = ((await said.textContent()) ?? '').replace('broadcast ', '')
  const hex = await (await fetch(`${urls.bip122}/tx/${txid}/hex`)).text()
  expect(wallet.own().paidTo(hex, grace.payment)).toBe(100_000n)
  // The coin that it spent must be in a block before the next run takes another.
  await fetch(`${urls.bip122}/regtest/mine/1`, { method: 'POST' })
})

test('a page written for wallet-adapter signs, sends and confirms as the guide says', async ({
  page,
  hosts,
  familyStack: { urls },
}) => {
  const rpc = createSolanaRpc(urls.solana)
  const before = (await rpc.getBalance(people.thistle.address).send()).value
  await announceKitWallet(page, { secret: privateKeyOf(0), rpcUrl: urls.solana })
  const modal = new Modal(page)
  await page.goto(hosts.walletAdapter)
  await page.getByRole('button', { name: 'Select wallet' }).click()
  await modal.wallet(/^Kit Wallet/).click()
  await modal.expectClosed()
  const account = page.getByTestId('account')
  await expect(account).toHaveText(`Kit Wallet ${people.visitor.address}`)

  const said = page.locator('output')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(said).toHaveText(/^signed /)
  const signature = ((await said.textContent()) ?? '').replace('signed ', '')
  expect(await isSigned(signature, 'Hello from wallet-adapter')).toBe(true)

  await page.getByRole('textbox', { name: 'Recipient' }).fill(people.thistle.address)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(said).toHaveText(/^confirmed /, { timeout: 30_000 })
  expect((await rpc.getBalance(people.thistle.address).send()).value - before).toBe(1_000_000n)
  await page.getByRole('button', { name: 'Sign two transactions' }).click()
  await expect(said).toHaveText('signed 2 transactions')
  expect(await page.evaluate(() => window.signedVersions)).toEqual([0, 0, 0])

  await page.reload()
  await expect(account).toHaveText(`Kit Wallet ${people.visitor.address}`)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Select wallet' })).toBeVisible()
})

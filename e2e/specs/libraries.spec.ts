import { people as bitcoiners } from '@latchkey/chain-bitcoin'
import { loadPeople, privateKeyOf } from '@latchkey/chain-solana'
import { type Address, createSolanaRpc, getBase58Encoder, verifySignature } from '@solana/kit'
import { scriptedPolkadotWallet } from 'latchkey/testing'
import { isPolkadotInstalled } from '../../scripts/install.mjs'
import { expect, test } from '../pages/familyTest.js'
import { addBitcoinjsWallet, addExtension, announceKitWallet } from '../pages/libraryWallets.js'
import { openPolkadotClient } from '../pages/polkadotJs.js'

// The demo with wallets made of each family's own libraries, unmodified. The same libraries verify what was signed, and
// read what was sent.

// Its packages are large; `npm start` and `npm test -- polkadot` install them.
const isLeftOut = !isPolkadotInstalled()
test.use({ families: ['solana', 'bip122', ...(isLeftOut ? [] : ['polkadot' as const])] })
// One set of ledgers for all: they run one after the other. Three run at once, and the libraries are large.
test.describe.configure({ mode: 'default', timeout: 120_000 })

const solanaPeople = await loadPeople()
const [ada, grace] = bitcoiners

test('@wallet-standard/wallet and @solana/kit: connects, signs, sends, and a reload restores it', async ({
  familyDemo: demo,
  familyStack: { urls },
}) => {
  const rpc = createSolanaRpc(urls.solana)
  const balance = async (address: Address) => (await rpc.getBalance(address).send()).value
  const { visitor, marlow } = solanaPeople
  const before = await balance(marlow.address)
  // The page's policy names the ledger as the kit does.
  const rpcUrl = urls.solana.replace('127.0.0.1', 'localhost')
  await announceKitWallet(demo.page, { secret: privateKeyOf(0), rpcUrl })
  await demo.open()
  await demo.connectAtOnce('solana', 'Kit Wallet')
  await demo.expectAddress(visitor.address)

  const signature = getBase58Encoder().encode(await demo.signedAtOnce('Tide is out'))
  const isGenuine = verifySignature(
    visitor.keyPair.publicKey,
    signature as Parameters<typeof verifySignature>[1],
    new TextEncoder().encode('Tide is out'),
  )
  expect(await isGenuine).toBe(true)

  await demo.reviewAndSend('1.5', marlow.address)
  await expect(demo.modal.dialog).toContainText('Sent 1.5 SOL', { timeout: 20_000 })
  expect((await balance(marlow.address)) - before).toBe(1_500_000_000n)
  expect(await demo.page.evaluate(() => window.signedVersions)).toEqual([0])
  await demo.page.reload()
  await demo.expectAddress(visitor.address)
})

test('a wallet of @solana/kit that reads only legacy transactions sends one', async ({
  familyDemo: demo,
  familyStack: { urls },
}) => {
  const rpc = createSolanaRpc(urls.solana)
  const { marlow } = solanaPeople
  const before = (await rpc.getBalance(marlow.address).send()).value
  const rpcUrl = urls.solana.replace('127.0.0.1', 'localhost')
  await announceKitWallet(demo.page, { secret: privateKeyOf(0), rpcUrl, versions: ['legacy'] })
  await demo.open()
  await demo.connectAtOnce('solana', 'Kit Wallet')
  await demo.reviewAndSend('0.5', marlow.address)
  await expect(demo.modal.dialog).toContainText('Sent 0.5 SOL', { timeout: 20_000 })
  expect((await rpc.getBalance(marlow.address).send()).value - before).toBe(500_000_000n)
  expect(await demo.page.evaluate(() => window.signedVersions)).toEqual(['legacy'])
})

test('bitcoinjs-lib behind sats-connect: connects, signs, sends, and a reload restores it', async ({
  familyDemo: demo,
  familyStack: { urls },
}) => {
  const wallet = await addBitcoinjsWallet(demo.page, ada.privateKey)
  await demo.open()
  await demo.connectAtOnce('bip122', 'Bitcoinjs Wallet')
  await demo.expectAddress(wallet.own().address)
  expect(wallet.own().isMessageSigned('Tide is out', await demo.signedAtOnce('Tide is out'))).toBe(true)

  await demo.reviewAndSend('1.5', grace.payment)
  await expect(demo.modal.dialog).toContainText('Sending 1.5 BTC')
  await expect(async () => {
    await fetch(`${urls.bip122}/regtest/mine/1`, { method: 'POST' })
    await expect(demo.modal.dialog).toContainText('Sent 1.5 BTC', { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  const [{ txid }] = await (await fetch(`${urls.bip122}/address/${grace.payment}/txs`)).json()
  const hex = await (await fetch(`${urls.bip122}/tx/${txid}/hex`)).text()
  expect(wallet.own().paidTo(hex, grace.payment)).toBe(150_000_000n)
  await demo.page.reload()
  await demo.expectAddress(wallet.own().address)
})

test('polkadot-js behind injectedWeb3: connects, signs, sends, and a reload restores it', async ({
  familyDemo: demo,
  familyStack: { urls },
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: it runs wherever the chain is installed.
  test.skip(isLeftOut, 'the local Polkadot chain is not installed')
  const client = await openPolkadotClient(urls.polkadot)
  const wren = await scriptedPolkadotWallet({ path: '//Wren' })
  const before = await client.balance(wren.address)
  const extension = await addExtension(demo.page, urls.polkadot)
  await demo.open()
  await demo.connectAtOnce('polkadot', 'Polkadotjs Wallet')
  await demo.expectAddress(extension.address)
  expect(extension.verify('Tide is out', await demo.signedAtOnce('Tide is out'))).toBe(true)

  await demo.reviewAndSend('1.5', wren.address)
  await expect(demo.modal.dialog).toContainText('Sent 1.5 ROC', { timeout: 30_000 })
  expect((await client.balance(wren.address)) - before).toBe(1_500_000_000_000n)
  await demo.page.reload()
  await demo.expectAddress(extension.address)
  await Promise.all([client.close(), extension.close()])
})

import { loadPeople } from '@latchkey/chain-solana'
import { people } from '@latchkey/chains'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  getU64Encoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { announceSigner } from '../pages/announceSigner.js'
import { type AnnouncedSolana, announceSolana, type SolanaRequest } from '../pages/announceSolana.js'
import type { FamilyDemo } from '../pages/FamilyDemo.js'
import { expect, test } from '../pages/familyTest.js'
import { signSolana } from '../pages/signSolana.js'
import { expectStillAsked } from '../pages/stillAsked.js'
import { stack } from '../setup/stack.js'

// Wallets of the page with wrong answers. The tests read the recipient's balance on the ledger.

test.use({ families: ['solana'] })
// One ledger for all: they run one after the other.
test.describe.configure({ mode: 'default' })

const { visitor, marlow, saffron } = await loadPeople()
const name = 'Faulty Solana'
const sol = 1_000_000_000n

/** The demo with a wallet that is honest where the options do not say otherwise. */
async function connected(demo: FamilyDemo, options: Partial<AnnouncedSolana>) {
  await announceSolana(demo.page, {
    name,
    address: visitor.address,
    features: [],
    answer: () => ({}),
    ...options,
  })
  await demo.open()
  await demo.family('solana').getByRole('button', { name: 'Connect', exact: true }).click()
  await demo.modal.wallet(new RegExp(`^${name}`)).click()
}

/** Fills the form, reviews it, and asks the wallet. */
async function send({ page, modal }: FamilyDemo) {
  await page.getByRole('button', { name: 'Send with the kit' }).click()
  await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill('1')
  await modal.dialog.getByRole('textbox', { name: 'Recipient' }).fill(marlow.address)
  await modal.button(/^Preview/).click()
  await modal.expectView('Review send')
  await modal.button('Send').click()
}

/** A request for the same payment and one to somebody else. */
function withTheft(blockhash: string): SolanaRequest {
  const pay = (to: string, lamports: bigint): Instruction => ({
    programAddress: '11111111111111111111111111111111' as Address,
    accounts: [
      { address: visitor.address as Address, role: AccountRole.WRITABLE_SIGNER },
      { address: to as Address, role: AccountRole.WRITABLE },
    ],
    data: Uint8Array.of(2, 0, 0, 0, ...getU64Encoder().encode(lamports)),
  })
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(visitor.address as Address, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) =>
      appendTransactionMessageInstructions([pay(marlow.address, sol), pay(saffron.address, 2n * sol)], one),
  )
  const wire = getTransactionEncoder().encode(compileTransaction(message))
  return { method: 'signTransaction', transaction: [...wire] }
}

test('an address of another family at connect: nothing is connected', async ({ familyDemo: demo }) => {
  await connected(demo, { address: people.visitor, features: ['signMessage'] })
  await expect(demo.modal.dialog).toContainText('No accounts found')
  await demo.expectStatus('disconnected')
})

for (const [what, answer] of [
  ['too short', { signature: [1, 2, 3], signedMessage: [] }],
  ['of another text', { signature: Array(64).fill(1), signedMessage: [1] }],
] as const) {
  test(`a signature of a message that is ${what} is not taken`, async ({ familyDemo: demo }) => {
    await connected(demo, { features: ['signMessage'], answer: () => answer })
    await demo.modal.expectClosed()
    const card = demo.card('Sign a message')
    await card.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(card.getByRole('status')).toContainText('invalid answer')
  })
}

test('an account that changes during the review: the wallet is not asked', async ({ familyDemo: demo }) => {
  const asked: string[] = []
  await connected(demo, {
    features: ['signTransaction'],
    answer: ({ method }) => void asked.push(method),
  })
  await demo.modal.expectClosed()
  const { page, modal } = demo
  await page.getByRole('button', { name: 'Send with the kit' }).click()
  await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill('1')
  await modal.dialog.getByRole('textbox', { name: 'Recipient' }).fill(marlow.address)
  await modal.button(/^Preview/).click()
  await modal.expectView('Review send')
  await page.evaluate((to) => {
    window.dispatchEvent(new CustomEvent('solana-wallet-account', { detail: to }))
  }, saffron.address)
  await expect(modal.dialog).toContainText('Account, network or cost changed. Nothing was sent.')
  expect(asked).toEqual([])
})

test('a wallet that is not on the page’s network connects nobody', async ({ familyDemo: demo }) => {
  await connected(demo, { features: ['signTransaction'], chains: ['solana:mainnet'] })
  await expect(demo.modal.dialog).toContainText('Chain is not supported')
  await demo.expectStatus('disconnected')
})

test('a wallet that never answers: no other tab asks it again, and a reload still shows the request', async ({
  familyDemo: demo,
}) => {
  const asked: string[] = []
  await connected(demo, {
    features: ['signTransaction'],
    answer({ method }) {
      asked.push(method)
      return new Promise(() => {})
    },
  })
  await demo.modal.expectClosed()
  await send(demo)
  await expect.poll(() => asked).toEqual(['signTransaction'])
  await expectStillAsked(demo, name, visitor.address)
  expect(asked).toEqual(['signTransaction'])
})

for (const [what, alter] of [
  ['with another payment in it', async (_: SolanaRequest, hash: string) => signSolana(withTheft(hash))],
  [
    'with a signature of something else',
    async (request: SolanaRequest) => (await signSolana(request)).fill(7, 1, 65),
  ],
] as const) {
  test(`a wallet that only signs, ${what}: that is told, and the transfer is not offered again`, async ({
    familyDemo: demo,
    familyStack,
  }) => {
    const url = familyStack.urls.solana
    await connected(demo, {
      features: ['signTransaction'],
      answer: async (request) => ({ signedTransaction: [...(await alter(request, await blockhashOf(url)))] }),
    })
    await demo.modal.expectClosed()
    const before = await Promise.all([marlow, saffron].map(({ address }) => balanceOf(url, address)))
    await send(demo)
    await expect(demo.modal.dialog).toContainText(`${name} signed something else than you reviewed.`)
    // The wallet itself may have sent it.
    await expect(demo.modal.dialog).toContainText('Not known yet whether this was sent')
    await expect(demo.modal.dialog).not.toContainText('Nothing was sent')
    await expect(demo.modal.button(/^Send/)).toHaveCount(0)
    expect(await Promise.all([marlow, saffron].map(({ address }) => balanceOf(url, address)))).toEqual(before)
  })
}

for (const [what, end] of [
  ['names it', (signature: readonly number[]) => ({ signature })],
  [
    'says that its user rejected',
    () => {
      throw new Error('User rejected the request.')
    },
  ],
] as const) {
  test(`a wallet that sends something else and ${what}: it is told, and not offered again`, async ({
    familyDemo: demo,
    familyStack,
  }) => {
    const url = familyStack.urls.solana
    await connected(demo, {
      features: ['signAndSendTransaction'],
      async answer() {
        const wire = await signSolana(withTheft(await blockhashOf(url)))
        const options = { encoding: 'base64' }
        await rpc(url, 'sendTransaction', [Buffer.from(wire).toString('base64'), options])
        return end([...wire.slice(1, 65)])
      },
    })
    await demo.modal.expectClosed()
    await send(demo)
    await expect(demo.modal.dialog).toContainText(
      'Your wallet answered with another transaction, which may have sent this.',
      { timeout: 40_000 },
    )
    await expect(demo.modal.button(/^Send/)).toHaveCount(0)
  })
}

test('a wallet that is there for two families under one name is one line, which asks for the family', async ({
  familyDemo: demo,
}) => {
  const { page, modal } = demo
  const signer = { address: people.visitor, signMessage: async () => '0x' }
  await announceSigner(page, { chainId: 31337, rpcUrl: stack.chains[0] ?? '', signer })
  await announceSolana(page, {
    name: 'Signer',
    address: visitor.address,
    features: ['signMessage'],
    answer: () => ({}),
  })
  await demo.open()
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await expect(modal.wallet(/^Signer/)).toHaveCount(1)
  await modal.wallet(/^Signer/).click()
  await expect(modal.dialog).toContainText('Choose the network to connect Signer')
  await expect(modal.dialog.getByRole('button', { name: /^EVM Networks/ })).toBeVisible()
  await modal.dialog.getByRole('button', { name: /^Solana/ }).click()
  await modal.expectClosed()
  await demo.expectAddress(visitor.address)

  // The same wallet's other family, beside it.
  await demo.family('eip155').getByRole('button', { name: 'Connect', exact: true }).click()
  await modal.wallet(/^Signer/).click()
  await modal.expectClosed()
  await demo.expectAddress(people.visitor)
  await expect(demo.family('solana')).toContainText(visitor.address)
})

async function rpc(url: string, method: string, params: readonly unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await response.json()).result
}

const blockhashOf = async (url: string): Promise<string> =>
  (await rpc(url, 'getLatestBlockhash', [])).value.blockhash

/** In lamports. */
const balanceOf = async (url: string, address: string): Promise<number> =>
  (await rpc(url, 'getBalance', [address])).value

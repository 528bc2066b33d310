import { scriptedPolkadotWallet } from 'latchkey/testing'
import { isPolkadotInstalled } from '../../scripts/install.mjs'
import type { FamilyDemo } from '../pages/FamilyDemo.js'
import { expect, test } from '../pages/familyTest.js'
import { expectStillAsked } from '../pages/stillAsked.js'

// Polkadot wallets that lie, or do something else than they were asked. The modal must claim no more than is known.

// Its packages are large; `npm start` and `npm test -- polkadot` install them.
const isLeftOut = !isPolkadotInstalled()
// biome-ignore lint/suspicious/noSkippedTests: they run wherever the chain is installed.
test.skip(isLeftOut, 'the local Polkadot chain is not installed')
test.use({ families: isLeftOut ? [] : ['polkadot'], contextOptions: { reducedMotion: 'reduce' } })
// One chain for all: they run one after the other.
test.describe.configure({ mode: 'default' })

const visitor = await scriptedPolkadotWallet({ path: '//Visitor' })
const saffron = await scriptedPolkadotWallet({ path: '//Saffron' })

type Input = { readonly [name: string]: string }
type Page = { hostile?: boolean; node?: string }
/** Answers a request of the page; `honest` asks the real practice wallet. Runs in the page. */
type Tamper = (method: string, honest: (input?: Input) => Promise<unknown>, input: Input) => unknown

/** Puts a liar between the page and its practice wallet, from the next time that the page is opened. */
async function tamper(demo: FamilyDemo, how: Tamper, node = ''): Promise<void> {
  await demo.page.addInitScript(`{
    const how = ${how}
    window.node = ${JSON.stringify(node)}
    const liar = (entry) => ({
      ...entry,
      async enable(site) {
        const { accounts, signer } = await entry.enable(site)
        const ask = (method) => (input) => how(method, (other = input) => signer[method](other), input)
        return {
          accounts: { get: async () => how('accounts', () => accounts.get()) },
          signer: { signPayload: async (input) => ask('signPayload')(input), signRaw: async (input) => ask('signRaw')(input) },
        }
      },
    })
    window.injectedWeb3 = new Proxy({}, { set: (all, key, entry) => Reflect.set(all, key, liar(entry)) })
  }`)
  await demo.open()
}

/** From now on the wallet of {@link tamper} lies. */
const turn = (demo: FamilyDemo) =>
  demo.page.evaluate(() => {
    ;(window as Page).hostile = true
  })

async function review(demo: FamilyDemo, amount: string): Promise<void> {
  const { dialog } = demo.modal
  await demo.page.getByRole('button', { name: 'Send with the kit' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialog.getByRole('textbox', { name: 'Recipient' }).fill(saffron.address)
  await demo.modal.button(/^Preview/).click()
  await demo.modal.expectView('Review send')
}

const foreign: readonly (readonly [string, Tamper])[] = [
  [
    'accounts of another family',
    (method, honest) =>
      method === 'accounts'
        ? [{ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', type: 'ethereum' }]
        : honest(),
  ],
  [
    'accounts that it keeps for another chain',
    async (method, honest) => {
      const answer = await honest()
      const genesisHash = `0x${'91'.repeat(32)}`
      return method === 'accounts'
        ? (answer as readonly object[]).map((one) => ({ ...one, genesisHash }))
        : answer
    },
  ],
]

for (const [what, how] of foreign) {
  test(`a wallet with only ${what} does not connect`, async ({ familyDemo: demo }) => {
    await tamper(demo, how)
    await demo.ask('polkadot')
    await demo.approve()
    await expect(demo.modal.button(/Try again/)).toBeVisible()
    await expect(demo.family('polkadot')).not.toContainText('In use')
  })
}

test('a signature of another length is none', async ({ familyDemo: demo }) => {
  await tamper(demo, (method, honest) => (method === 'signRaw' ? { signature: '0x1234' } : honest()))
  await demo.connect('polkadot')
  const card = demo.card('Sign a message')
  await card.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(card.getByRole('status')).toContainText(/answer/i)
  await expect(card).not.toContainText('Signed.')
})

test('another account after the review: the wallet is not asked', async ({ familyDemo: demo }) => {
  await tamper(demo, (method, honest) => {
    const marlow = { address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', type: 'sr25519' }
    return method === 'accounts' && (window as Page).hostile ? [marlow] : honest()
  })
  await demo.connect('polkadot')
  await review(demo, '1')
  await turn(demo)
  await demo.modal.button('Send').click()
  await expect(demo.modal.dialog).toContainText('uses another account than the one you reviewed')
  await expect(demo.wallet).toHaveCount(0)
  await expect(demo.modal.button('Send')).toHaveCount(0)
})

test('an account that the wallet moves to another chain during the review: the wallet is not asked', async ({
  familyDemo: demo,
}) => {
  await tamper(demo, async (method, honest) => {
    const answer = await honest()
    if (method !== 'accounts' || !(window as Page).hostile) return answer
    return (answer as readonly object[]).map((one) => ({ ...one, genesisHash: `0x${'91'.repeat(32)}` }))
  })
  await demo.connect('polkadot')
  await review(demo, '1')
  await turn(demo)
  await demo.modal.button('Send').click()
  await expect(demo.modal.dialog.getByRole('alert')).toContainText(/Nothing was sent|no account/i)
  await expect(demo.wallet).toHaveCount(0)
})

test('a signature of another tip sends nothing, and is not told as sent', async ({ familyDemo: demo }) => {
  await tamper(demo, (method, honest, input) =>
    method === 'signPayload' ? honest({ ...input, tip: '0x0100' }) : honest(),
  )
  await demo.connect('polkadot')
  await demo.expectBalance('10000 ROC')
  await review(demo, '1')
  await demo.modal.button('Send').click()
  await demo.approve()
  await expect(demo.modal.dialog).toContainText('Not known yet whether this was sent')
  await expect(demo.modal.button('Send')).toHaveCount(0)
  await demo.page.reload()
  await demo.expectBalance('10000 ROC')
})

/** Sends another amount than was asked, by itself, and says that its user has cancelled. */
const sendOther: Tamper = async (method, honest, input) => {
  if (method !== 'signPayload') return honest()
  // Its last bytes are the amount, the least first.
  const other = `${input.method?.slice(0, -10)}01${input.method?.slice(-8)}`
  const { signature } = (await honest({ ...input, method: other })) as { readonly signature: string }
  // The account of //Visitor.
  const visitorKey = '928939db10a1ec5549bb2e6d9db4dd954230d3e8b3043b01f92ab866ce74a33a'
  const bytes = (hex = '') => hex.replace(/^0x/, '')
  const number = Number(input.nonce)
  const small = number < 64 ? [number << 2] : [((number << 2) | 1) & 255, (number << 2) >> 8]
  const nonce = small.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const parts: { readonly [name: string]: string } = {
    CheckMortality: bytes(input.era),
    CheckNonce: nonce,
    ChargeTransactionPayment: '00',
    ChargeAssetTxPayment: '0000',
    CheckMetadataHash: '00',
  }
  const extra = [...(input.signedExtensions ?? '')].map((name) => parts[name] ?? '').join('')
  const body = `8400${visitorKey}${bytes(signature)}${extra}${bytes(other)}`
  const length = ((body.length / 2) << 2) | 1
  const prefix = [length & 255, length >> 8].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  await fetch(String((window as Page).node), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'author_submitExtrinsic',
      params: [`0x${prefix}${body}`],
    }),
  })
  throw new Error('Cancelled')
}

test('another amount than was reviewed, and "cancelled": what was sent is told', async ({
  familyDemo: demo,
  familyStack,
}) => {
  await tamper(demo, sendOther, `http://localhost:${new URL(familyStack.urls.polkadot).port}`)
  await demo.connect('polkadot')
  await review(demo, '1.5')
  await demo.modal.button('Send').click()
  await demo.approve()
  await expect(demo.modal.dialog).toContainText('This transaction was replaced', { timeout: 30_000 })
  await expect(demo.modal.dialog).toContainText('Look at your activity before you send again')
  await expect(demo.modal.button('Send')).toHaveCount(0)
})

test('a wallet that never answers: no other tab asks it again, and a reload still shows the request', async ({
  familyDemo: demo,
}) => {
  await tamper(demo, (method, honest) => (method === 'signPayload' ? new Promise(() => {}) : honest()))
  await demo.connect('polkadot')
  await review(demo, '1')
  await demo.modal.button('Send').click()
  await expect(demo.modal.dialog).toContainText('Approve in Practice Polkadot')
  await expectStillAsked(demo, 'Practice Polkadot', visitor.address)
})

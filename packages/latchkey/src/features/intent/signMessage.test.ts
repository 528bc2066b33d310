import { expect, test, vi } from 'vitest'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { connect } from '../connection/connect.js'
import { signMessage } from './signMessage.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const signature = `0x${'ab'.repeat(65)}`

async function setUp(script: Script) {
  const provider = scriptedProvider({ eth_chainId: '0x1', eth_accounts: [alice], ...script })
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider })
  const kit = createTestKit({ connectors: [wallet], adapters: [eip155()] })
  await connect(kit, { connectorId: 'mock' })
  return { kit, provider }
}

test('asks the wallet for the active account’s signature (EIP-191), with the text as UTF-8', async () => {
  const { kit, provider } = await setUp({ personal_sign: signature })
  expect(await signMessage(kit, { message: 'Grüß Gott' })).toBe(signature)
  expect(provider.requests.at(-1)).toEqual({
    method: 'personal_sign',
    params: ['0x4772c3bcc39f20476f7474', alice],
  })
})

test('an account that is a contract may sign with more than 65 bytes (ERC-1271)', async () => {
  const long = `0x${'ab'.repeat(500)}`
  const { kit } = await setUp({ personal_sign: long })
  expect(await signMessage(kit, { message: 'hello' })).toBe(long)
})

test.each([
  ['declined', { code: 4001 }, 'REQUEST_REJECTED'],
  ['already pending', { code: -32002 }, 'REQUEST_ALREADY_PENDING'],
  ['not known to the wallet', { code: 4200 }, 'WALLET_METHOD_UNSUPPORTED'],
])('error: %s', async (_, thrown, code) => {
  const { kit } = await setUp({
    personal_sign() {
      throw thrown
    },
  })
  await expect(signMessage(kit, { message: 'hello' })).rejects.toMatchObject({ code })
})

test.each([undefined, null, '', '0x', 'signed', '0xzz', '0xabc', { signature }])(
  'error: the wallet answers %j',
  async (answer) => {
    const { kit } = await setUp({ personal_sign: answer })
    await expect(signMessage(kit, { message: 'hello' })).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
    })
  },
)

test('error: not connected', async () => {
  await expect(signMessage(createTestKit(), { message: 'hello' })).rejects.toMatchObject({
    code: 'NOT_CONNECTED',
  })
})

test('error: no adapter for the account’s chain', async () => {
  const wallet = mockConnector({}, { connect: () => mockSession([alice]) })
  const kit = createTestKit({ connectors: [wallet], adapters: [] })
  await connect(kit, { connectorId: 'mock' })
  await expect(signMessage(kit, { message: 'hello' })).rejects.toMatchObject({
    code: 'CHAIN_ADAPTER_NOT_FOUND',
  })
})

test('does not ask a wallet that has moved to another account without an event', async () => {
  const { kit, provider } = await setUp({ personal_sign: signature, eth_accounts: [] })
  await expect(signMessage(kit, { message: 'hello' })).rejects.toMatchObject({
    code: 'WALLET_ACCOUNT_DIFFERS',
  })
  expect(provider.requests.map(({ method }) => method)).not.toContain('personal_sign')
})

test('shows the request until the wallet answers, and allows no second one', async () => {
  let answer = (_: string) => {}
  const { kit } = await setUp({ personal_sign: () => new Promise((resolve) => (answer = resolve)) })
  const open = () => kit.store.getState().intent?.open ?? []
  const signed = signMessage(kit, { message: 'hello' })
  await vi.waitFor(() => expect(open()).toMatchObject([{ status: 'asked', intent: { kind: 'message' } }]))
  await expect(signMessage(kit, { message: 'again' })).rejects.toMatchObject({
    code: 'REQUEST_ALREADY_PENDING',
  })
  answer(signature)
  expect(await signed).toBe(signature)
  expect(open()).toEqual([])
})

import { mainnet } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../../features/connection/connect.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { createAppKit } from '../createAppKit.js'
import { createSIWEConfig } from './createSIWEConfig.js'
import {
  formatMessage,
  getAddressFromMessage,
  getChainIdFromMessage,
  getDidAddress,
  getDidChainId,
  SIWEController,
  verifySignature,
} from './messages.js'
import * as siwx from './siwx.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const did = `did:pkh:eip155:10:${alice}`

beforeEach(() => vi.stubGlobal('location', new URL('https://app.example')))
afterEach(() => vi.unstubAllGlobals())

function setUp() {
  let session: { address: string; chainId: number } | null = null
  const verified: string[] = []
  const onSignIn = vi.fn()
  const siweConfig = createSIWEConfig({
    getMessageParams: async () => ({
      domain: 'app.example',
      uri: 'https://app.example',
      chains: [1],
      statement: 'Welcome.',
      iat: '2026-11-21T10:00:00.000Z',
    }),
    createMessage: ({ address, ...args }) => formatMessage(args, address),
    getNonce: async () => 'abcdefgh12345678',
    getSession: async () => session,
    async verifyMessage({ message, signature }) {
      verified.push(message, signature)
      session = { address: getAddressFromMessage(message), chainId: 1 }
      return true
    },
    async signOut() {
      session = null
      return true
    },
    onSignIn,
    nonceRefetchIntervalMs: 300_000,
  })
  return { siweConfig, verified, onSignIn }
}

const text = `app.example wants you to sign in with your Ethereum account:
${alice}

Welcome.

URI: https://app.example
Version: 1
Chain ID: 1
Nonce: abcdefgh12345678
Issued At: 2026-11-21T10:00:00.000Z`

describe('createSIWEConfig', () => {
  test('asks for the signature of the host’s own message, and hands it to the host', async () => {
    const { siweConfig, verified, onSignIn } = setUp()
    const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider: {} })
    const kit = createTestKit({
      connectors: [wallet],
      adapters: [mockAdapter({ signMessage: async () => '0x5161' })],
      siweConfig,
    })
    await connect(kit, { connectorId: 'mock' })
    const { signIn } = await import('../../../features/siwx/signIn.js')
    await signIn(kit)
    expect(verified).toEqual([text, '0x5161'])
    expect(onSignIn).toHaveBeenCalledExactlyOnceWith({ address: alice, chainId: 1 })
  })

  test('is an option of createAppKit, and of SIWX', async () => {
    const { siweConfig } = setUp()
    const appKit = createAppKit({ projectId: 'open', networks: [mainnet], siweConfig })
    expect(appKit.getSIWX()).toBe(siweConfig)
    expect(
      await siweConfig.mapToSIWX().getSessions('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'x'),
    ).toHaveLength(1)
    appKit.destroy()
  })

  test('signing in before createAppKit says so', async () => {
    await expect(setUp().siweConfig.signIn()).rejects.toMatchObject({ code: 'APPKIT_NOT_CREATED' })
  })
})

test('a message is read as it was written', () => {
  expect([getDidAddress(did), getDidChainId(did)]).toEqual([alice, '10'])
  expect([getAddressFromMessage(text), getChainIdFromMessage(text)]).toEqual([alice, 'eip155:1'])
  expect([getAddressFromMessage('hello'), getChainIdFromMessage('hello')]).toEqual(['', ''])
})

test('what a server verifies with is elsewhere', () => {
  expect(() => verifySignature({})).toThrow('use `verifySiwx` of `latchkey/siwx`')
  expect(() => SIWEController.signIn).toThrow('latchkey/appkit has no `SIWEController.signIn`')
})

describe('SIWX', () => {
  test('DefaultSIWX is a config of the kit’s', async () => {
    const appKit = createAppKit({ projectId: 'open', networks: [mainnet], siwx: new siwx.DefaultSIWX() })
    const message = await new siwx.DefaultSIWX({ required: false }).createMessage({
      accountAddress: alice,
      chainId: 'eip155:1',
    })
    expect(message.toString()).toContain('app.example wants you to sign in with your Ethereum account:')
    expect(new siwx.DefaultSIWX({ required: false }).getRequired?.()).toBe(false)
    appKit.destroy()
  })

  test.each([
    ['DefaultSIWX({ messenger })', () => new siwx.DefaultSIWX({ messenger: {} })],
    ['InformalMessenger', () => new siwx.InformalMessenger({})],
    ['CloudAuthSIWX', () => new siwx.CloudAuthSIWX()],
    ['ReownAuthentication', () => new siwx.ReownAuthentication()],
    ['LocalStorage', () => new siwx.LocalStorage()],
    ['EIP155Verifier', () => new siwx.EIP155Verifier()],
    ['SolanaVerifier', () => new siwx.SolanaVerifier()],
    ['BIP122Verifier', () => new siwx.BIP122Verifier()],
  ])('%s says that it is not there', (name, make) => {
    expect(make).toThrow(`latchkey/appkit has no \`${name}\`: `)
  })
})

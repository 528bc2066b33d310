import { describe, expect, test } from 'vitest'
import { createExtensionConnector } from '../../adapters/polkadot/createExtensionConnector.js'
import type { PolkadotProvider } from '../../adapters/polkadot/provider.js'
import { readExtension } from '../../adapters/polkadot/readExtension.js'
import { signMessage } from '../../adapters/polkadot/signMessage.js'
import type { Connector } from '../../core/connector.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { polkadot, polkadotAssetHub } from '../../networks/others.js'
import { verifyPolkadot } from '../../siwx/verify/verifyPolkadot.js'
import { connectorConformance } from '../conformance/connectorConformance.js'
import { scriptedPolkadotWallet } from './scriptedPolkadotWallet.js'
import { compact, signedBytes } from './signedBytes.js'

/** As polkadot-js and every other wallet derive it. */
const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

async function openConnector(options: scriptedPolkadotWallet.Parameters = {}) {
  const wallet = await scriptedPolkadotWallet({ path: '//Alice', name: 'Scripted', ...options })
  const page: { injectedWeb3?: { [name: string]: unknown } } = {}
  wallet.announce(page)
  const extension = readExtension(page.injectedWeb3, 'Scripted')
  if (extension === undefined) throw new Error('the scripted wallet is none')
  return { ...wallet, connector: createExtensionConnector({ extension, prefixes: {} }) }
}

const asked = () => ({ networks: [polkadot], signal: new AbortController().signal })

describe('connector', () => {
  const networks = [polkadot, polkadotAssetHub] as const
  const strange = defineNetwork({ ...polkadot, id: 'one', namespace: 'toy', rpcUrl: 'https://toy.invalid' })
  /** A connector to a wallet whose user approves once the app asks to connect, not before. */
  async function open(): Promise<Connector> {
    let isAsked = false
    const { connector } = await openConnector({
      answer(_, honest) {
        if (!isAsked) throw new Error('Rejected by the user')
        return honest()
      },
    })
    return {
      ...connector,
      connect(parameters) {
        isAsked = true
        return connector.connect(parameters)
      },
    }
  }
  for (const { name, run } of connectorConformance({ open, networks, strange })) test(name, run)
})

test('the account is the one that other wallets derive from the same path', async () => {
  expect((await scriptedPolkadotWallet({ path: '//Alice' })).address).toBe(alice)
  expect((await scriptedPolkadotWallet()).address).toBe('5DfhGyQdFobKM8NsWvEeAKk5EQQgYe9AydgJ7rMB6E1EqRzV')
  await expect(scriptedPolkadotWallet({ path: '/soft' })).rejects.toThrow(TypeError)
})

test('a message that it signs verifies', async () => {
  const { connector } = await openConnector()
  await connector.connect(asked())
  const provider = await connector.getProvider('polkadot')
  const asking = { networkId: polkadot.caipNetworkId, wallet: 'Scripted' }
  const signature = await signMessage({ ...asking, provider, address: alice, message: 'hello' })
  expect(await verifyPolkadot('hello', alice, signature)).toBe(true)
  expect(await verifyPolkadot('hallo', alice, signature)).toBe(false)
})

test('its user can refuse to connect and to sign', async () => {
  const { connector } = await openConnector({
    answer() {
      throw new Error('Rejected by the user')
    },
  })
  await expect(connector.connect(asked())).rejects.toMatchObject({ code: 'CONNECTION_DECLINED' })
  const signing = await openConnector({
    answer: ({ method }, honest) => {
      if (method !== 'enable') throw new Error('Cancelled')
      return honest()
    },
  })
  await signing.connector.connect(asked())
  const { signer } = (await signing.connector.getProvider('polkadot')) as PolkadotProvider
  await expect(signer.signRaw({ address: alice, data: '0x00', type: 'bytes' })).rejects.toThrow('Cancelled')
  expect(signing.asked.map(({ method }) => method)).toEqual(['enable', 'signRaw'])
})

test('a permission that the user takes back ends the session, one from before asks nothing', async () => {
  const { connector, revoke, asked: questions } = await openConnector({ isGranted: true })
  expect(await connector.restore?.(asked())).toBeDefined()
  expect(questions).toEqual([])
  const told: string[] = []
  connector.subscribe(({ type }) => told.push(type))
  revoke()
  await expect.poll(() => told).toEqual(['disconnect'])
})

test.each([
  [0n, '00'],
  [63n, 'fc'],
  [64n, '0101'],
  [16_383n, 'fdff'],
  [16_384n, '02000100'],
  [1_073_741_823n, 'feffffff'],
  [1_073_741_824n, '0300000040'],
  [10n ** 12n, '070010a5d4e8'],
])('%s in SCALE’s compact form', (value, hex) => {
  expect(Buffer.from(compact(value)).toString('hex')).toBe(hex)
})

test('of a long transaction the hash is signed', () => {
  const payload = {
    blockHash: `0x${'11'.repeat(32)}`,
    genesisHash: `0x${'22'.repeat(32)}`,
    era: '0x0500',
    nonce: '0x01',
    tip: '0x00',
    specVersion: '0x02',
    transactionVersion: '0x03',
    signedExtensions: [
      'CheckSpecVersion',
      'CheckTxVersion',
      'CheckGenesis',
      'CheckMortality',
      'CheckNonce',
      'Other',
    ],
  }
  const short = Buffer.from(signedBytes({ ...payload, method: '0xabcd' })).toString('hex')
  expect(short).toBe(`abcd050004${'02000000'}${'03000000'}${'22'.repeat(32)}${'11'.repeat(32)}`)
  expect(signedBytes({ ...payload, method: `0x${'ab'.repeat(200)}` })).toHaveLength(32)
})

import { type Ledger, localGenesisHash, privateKeyOf, startLedger } from '@latchkey/chain-solana'
import { address as checked, isAddress } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solanaDevnet, solana as solanaMainnet, solanaTestnet } from '../../networks/others.js'
import { adapterConformance } from '../../testing/conformance/adapterConformance.js'
import { connectorConformance } from '../../testing/conformance/connectorConformance.js'
import { connectSolanaWallet, localSolana, openSolanaWallet } from '../../testing/solana/openSolanaWallet.js'
import { scriptedSolanaWallet } from '../../testing/solana/scriptedSolanaWallet.js'
import type { SolanaProvider } from './guardProvider.js'
import { solana } from './solana.js'

let ledger: Ledger
beforeAll(async () => {
  ledger = await startLedger({ slotMs: 0 })
})
afterAll(() => ledger.close())

const secret = privateKeyOf(0)
const openWallet = (options: Partial<scriptedSolanaWallet.Parameters> = {}) =>
  openSolanaWallet({ secret, ...options })
const { address: visitor } = scriptedSolanaWallet({ secret })
const { address: marlow } = scriptedSolanaWallet({ secret: privateKeyOf(1) })

describe('adapter', () => {
  const conformance = (more: Partial<adapterConformance.Parameters> = {}) =>
    adapterConformance({
      adapter: solana(),
      addresses: [visitor, marlow],
      others: [
        '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
        visitor.slice(1),
        `${visitor}1`,
        visitor.replace(/.$/, '0'),
      ],
      ...more,
    })
  for (const { name, run } of conformance()) test(name, run)

  const names = conformance({
    live: { network: localSolana('', localGenesisHash), rich: visitor, poor: marlow },
  }).slice(conformance().length)
  for (const { name } of names) {
    test(name, async () => {
      const live = { network: localSolana(ledger.url, localGenesisHash), rich: visitor, poor: marlow }
      await conformance({ live })
        .find((check) => check.name === name)
        ?.run()
    })
  }

  test('an app reaches the wallet only through the gate', async () => {
    const connected = await connectSolanaWallet(localSolana(ledger.url, localGenesisHash), { secret })
    const wallet = {
      open: () => ({ provider: connected.provider, asked: () => connected.asked.length }),
      approve: (provider: unknown) => (provider as SolanaProvider).signMessage(new Uint8Array(3)),
    }
    const all = conformance({ wallet }).filter(({ name }) => /gate|for whom/.test(name))
    expect(all).toHaveLength(2)
    for (const { run } of all) await run()
  })
})

describe('connector of the Wallet Standard', () => {
  const open = () => openWallet().connector
  const networks = [solanaMainnet, solanaDevnet] as const
  for (const { name, run } of connectorConformance({ open, networks })) test(name, run)

  test('a network that the wallet does not have is refused', async () => {
    const { connector } = openWallet({ chains: ['solana:mainnet'] })
    await connector.connect({ networks, signal: new AbortController().signal })
    await expect(connector.switchNetwork(solanaTestnet)).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
    })
  })

  test('a refusal by the user is told as that', async () => {
    const { connector } = openWallet({
      answer() {
        throw new Error('User rejected the request.')
      },
    })
    const attempt = connector.connect({ networks, signal: new AbortController().signal })
    await expect(attempt).rejects.toMatchObject({ code: 'CONNECTION_DECLINED' })
  })

  test('a permission that the user takes back ends the session', async () => {
    const { connector, revoke } = openWallet()
    await connector.connect({ networks, signal: new AbortController().signal })
    const told: string[] = []
    connector.subscribe(({ type }) => told.push(type))
    revoke()
    await expect.poll(() => told).toEqual(['disconnect'])
  })
})

test('no mutation of an address is accepted that the library of the chain refuses', async () => {
  const { toAddress } = solana()
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl +/é'
  // A generator with a seed, so that a failure can be repeated.
  let seed = 20_261_123
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const mutate = (text: string) => {
    const at = random(text.length)
    const letter = letters[random(letters.length)] ?? ''
    const [before, after] = [text.slice(0, at), text.slice(at + 1)]
    return [before + letter + after, before + after, before + letter + text.slice(at)][random(3)] ?? ''
  }
  const addresses = [visitor, marlow, checked('11111111111111111111111111111111')]
  let accepted = 0
  for (let round = 0; round < 20_000; round++) {
    let text: string = addresses[random(addresses.length)] ?? ''
    for (let count = random(3); count >= 0; count--) text = mutate(text)
    const read = await toAddress(text)
    if (read === undefined) continue
    accepted++
    if (read !== text || !isAddress(text)) throw new Error(`${text} is accepted`)
  }
  expect(accepted).toBeGreaterThan(0)
})

test('a status screen looks each second for as long as a blockhash is valid: 150 blocks', () => {
  expect(solana().transferLife).toBe(150 * 600)
})

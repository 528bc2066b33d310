import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isPolkadotInstalled } from '../../../../../scripts/install.mjs'
import { defineNetwork } from '../../networks/defineNetwork.js'
import type { Network } from '../../protocol/entities/Network.js'
import { verifyPolkadot } from '../../siwx/verify/verifyPolkadot.js'
import { adapterConformance } from '../../testing/conformance/adapterConformance.js'
import { scriptedPolkadotWallet } from '../../testing/polkadot/scriptedPolkadotWallet.js'
import { finalHead } from './finalHead.js'
import { openNode } from './node.js'
import { isOwnTransaction, payloadOf, transactionOf } from './payload.js'
import { polkadot } from './polkadot.js'
import type { Signer } from './provider.js'
import { loadRuntime } from './runtime.js'
import { transfers } from './transfers.js'

const folder = new URL('../../../../../chains/polkadot/', import.meta.url)

/** Why the tests on the local chain are left out; `undefined` if they can run. */
const missingLedger: string | undefined = isPolkadotInstalled()
  ? undefined
  : 'left out: the local Polkadot chain is not installed; `npm test -- polkadot` installs it'

/** The local chain, and its first accounts. */
type Ledger = {
  readonly network: Network
  readonly url: string
  readonly rpc: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  readonly stop: () => void
}

/** Starts the local chain as a program. */
async function startLedger(): Promise<Ledger> {
  const program = fileURLToPath(new URL('start.mjs', folder))
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [, url = '', id = ''] = /(http:\S+) \(polkadot:(\S+)\)/.exec(await firstLine(child)) ?? []
  const network = defineNetwork({
    id,
    namespace: 'polkadot',
    name: 'Local hub',
    nativeCurrency: { name: 'Coin', symbol: 'ROC', decimals: 12 },
    rpcUrl: url,
  })
  const rpc: Ledger['rpc'] = async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch(url, { method: 'POST', headers, body })).json()).result
  }
  return { network, url, rpc, stop: () => child.kill() }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the chain ended with ${code}`)))
    if (child.stdout) createInterface(child.stdout).once('line', resolve)
  })
}

/** A wallet as extensions inject it, whose signatures polkadot-js makes. */
type TestExtension = {
  readonly address: string
  readonly injected: { readonly accounts: unknown; readonly signer: Signer }
  readonly existentialDeposit: bigint
  readonly verify: (message: string, signature: string) => boolean
  readonly make: (payload: object) => {
    readonly signature: `0x${string}`
    readonly signedTransaction: `0x${string}`
  }
  readonly close: () => Promise<void>
}

/** Makes such a wallet, with one account of the development phrase. */
async function createExtension(options: {
  readonly url: string
  readonly path: string
  readonly type?: 'sr25519' | 'ed25519' | 'ecdsa'
}): Promise<TestExtension> {
  // By its address: its packages are not those of this workspace.
  const module = await import(/* @vite-ignore */ new URL('extension.mjs', folder).href)
  return module.createExtension(options)
}

if (missingLedger !== undefined) console.warn(missingLedger)

/** An account without a balance. */
const empty = '5C62Ck4UrFPiBtoCmeSrgF7x9yv9mn38446dhCpsi2mLHiFT'
const coin = 10n ** 12n

describe.skipIf(missingLedger !== undefined)('on the local chain', () => {
  let ledger: Ledger
  let alice: TestExtension
  const opened: TestExtension[] = []

  const open = async (path: string, type?: 'sr25519' | 'ed25519' | 'ecdsa') => {
    const extension = await createExtension({ url: ledger.url, path, ...(type && { type }) })
    opened.push(extension)
    return extension
  }
  const providerOf = ({ injected: { signer }, address }: TestExtension) => ({
    signer,
    granted: async () => ({ networkId: ledger.network.caipNetworkId, addresses: [address] }),
  })
  const transferOf = (from: TestExtension, to: string, units: bigint) => ({ from: from.address, to, units })
  const balanceOf = (address: string) => transfers.balance({ network: ledger.network, address })

  /** Sends a transfer, from its preparation to the node. */
  async function send(from: TestExtension, to: string, units: bigint, type = 'sr25519') {
    const { network } = ledger
    const transfer = { ...transferOf(from, to, units), sender: { address: from.address, type } }
    const asked = await transfers.prepare({ network, from: from.address, isAtomic: false })
    const sending = transfers.send({ provider: providerOf(from), network, transfer, asked, wallet: 'Test' })
    return { network, transfer, asked, sending }
  }

  /** The status once the transfer is in a block: the chain makes one a moment after it has taken the transfer. */
  const end = ({ network, transfer, asked, sent }: Parameters<typeof transfers.status>[0]) =>
    vi.waitFor(
      async () => {
        const status = await transfers.status({ network, sent, transfer, asked })
        expect(status.status).not.toBe('pending')
        return status
      },
      { timeout: 40_000, interval: 200 },
    )

  /** Gives an account its first coins. */
  async function fund(account: TestExtension, units: bigint) {
    const { sending, ...rest } = await send(alice, account.address, units)
    expect(await end({ ...rest, sent: await sending })).toMatchObject({ status: 'confirmed' })
  }

  beforeAll(async () => {
    ledger = await startLedger()
    alice = await open('//Alice')
  })
  afterAll(async () => {
    await Promise.all(opened.map(({ close }) => close()))
    ledger?.stop()
  })

  test('the adapter passes the conformance checks', async () => {
    const live = { network: ledger.network, rich: alice.address, poor: empty }
    const parameters = {
      adapter: polkadot(),
      addresses: [alice.address, empty] as const,
      others: ['0x1'],
      live,
    }
    const names = []
    for (const { name, run } of adapterConformance(parameters)) {
      await run()
      names.push(name)
    }
    expect(names).toContain('what can be sent is what there is')
  })

  test('a transfer arrives, and costs no more than was quoted', async () => {
    const bob = await open('//Bob')
    const before = await balanceOf(alice.address)
    const bobBefore = await balanceOf(bob.address)
    const { network } = ledger
    const quote = await transfers.estimate({ network, transfer: transferOf(alice, bob.address, 5n * coin) })
    const { asked, transfer, sending } = await send(alice, bob.address, 5n * coin)
    const sent = await sending
    expect(await end({ network, sent, transfer, asked })).toEqual({
      status: 'confirmed',
      hash: sent.id,
      nonce: asked.nonce,
    })
    expect((await balanceOf(bob.address)) - bobBefore).toBe(5n * coin)
    const fee = before - (await balanceOf(alice.address)) - 5n * coin
    expect(fee).toBeGreaterThan(0n)
    expect(fee).toBeLessThanOrEqual(BigInt(quote.most))
    expect(quote.kept).toBe(String(alice.existentialDeposit))
    // Without the wallet's answer, the chain tells the same.
    expect(await transfers.find({ network, transfer, asked })).toEqual({ status: 'sent', sent })
    // Another amount is another transfer.
    const other = { ...transfer, units: 6n * coin }
    expect(await transfers.find({ network, transfer: other, asked })).toEqual({ status: 'used', by: sent.id })
    expect(await transfers.status({ network, sent, transfer: other, asked })).toMatchObject({
      status: 'other',
    })
  })

  test('the chain takes what the scripted wallet of latchkey/testing signs', async () => {
    const { address, entry } = await scriptedPolkadotWallet({ path: '//Visitor' })
    const { signer } = (await entry.enable('')) as unknown as TestExtension['injected']
    const visitor = { address, injected: { accounts: undefined, signer } } as TestExtension
    const { network, transfer, asked, sending } = await send(visitor, alice.address, coin)
    const sent = await sending
    expect(await end({ network, sent, transfer, asked })).toMatchObject({ status: 'confirmed' })
  })

  test.each(['ed25519', 'ecdsa'] as const)('an account of the kind %s sends and signs', async (type) => {
    const account = await open(`//Kind//${type}`, type)
    await fund(account, 3n * coin)
    const { network, transfer, asked, sending } = await send(account, alice.address, coin, type)
    const sent = await sending
    expect(await end({ network, sent, transfer, asked })).toMatchObject({ status: 'confirmed' })
  })

  test.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
    'polkadot-js and the server verify a signature: %s',
    async (type) => {
      const account = await open('//Signs', type)
      const signature = await polkadot().signMessage({
        provider: providerOf(account),
        address: account.address,
        networkId: ledger.network.caipNetworkId,
        message: 'Hello, hub: ü',
        wallet: 'Test',
      })
      expect(account.verify('Hello, hub: ü', signature)).toBe(true)
      expect(account.verify('Hello, hub!', signature)).toBe(false)
      expect(await verifyPolkadot('Hello, hub: ü', account.address, signature)).toBe(true)
    },
  )

  describe('the hash of the metadata (RFC 78), which the local chain does not have', () => {
    const hashed = { mode: 1, metadataHash: `0x${'ab'.repeat(32)}` }

    /** What the kit asks of the wallet, on this chain and on one that has it besides. */
    async function ask(hasMetadataHash: boolean) {
      const { ask, genesis } = await openNode(ledger.network)
      const head = await finalHead(ask)
      const known = await loadRuntime(ask, ledger.network, head.hash)
      const more = hasMetadataHash ? ['CheckMetadataHash'] : []
      const terms = {
        runtime: { ...known, extensions: [...known.extensions, ...more] },
        ...{ networkId: ledger.network.caipNetworkId, transfer: transferOf(alice, empty, coin) },
        ...{ nonce: 7, height: head.height, blockHash: head.hash, genesisHash: genesis },
      }
      return { terms, payload: payloadOf(terms) }
    }

    test.each([true, false])('is not asked for: polkadot-js makes the same transaction (%s)', async (has) => {
      const { terms, payload } = await ask(has)
      const { signature, signedTransaction } = alice.make(payload)
      const own = transactionOf(terms, hexToBytes(signature.slice(2)))
      expect(signedTransaction).toBe(`0x${bytesToHex(own)}`)
      expect(isOwnTransaction(terms, hexToBytes(signedTransaction.slice(2)))).toBe(true)
    })

    test('may be covered by a wallet that makes the transaction, and nothing else may differ', async () => {
      const { terms, payload } = await ask(true)
      const isOwn = (changed: object) => {
        const { signedTransaction } = alice.make({ ...payload, ...changed })
        return isOwnTransaction(terms, hexToBytes(signedTransaction.slice(2)))
      }
      expect(isOwn(hashed)).toBe(true)
      for (const changed of [{ tip: '0x01' }, { nonce: '0x08' }, { address: empty }]) {
        expect(isOwn({ ...hashed, ...changed })).toBe(false)
      }
      const { payload: other } = await ask(false)
      expect(isOwn({ ...hashed, signedExtensions: other.signedExtensions })).toBe(false)
    })
  })

  test('a wallet that makes the transaction itself: the chain takes it, and takes no other one', async () => {
    const bob = await open('//Bob')
    const makes = (change: (payload: object) => object): TestExtension => ({
      ...alice,
      injected: {
        ...alice.injected,
        signer: { ...alice.injected.signer, signPayload: async (payload) => alice.make(change(payload)) },
      },
    })
    const before = await balanceOf(bob.address)
    const { sending, ...rest } = await send(
      makes((payload) => payload),
      bob.address,
      coin,
    )
    expect(await end({ ...rest, sent: await sending })).toMatchObject({ status: 'confirmed' })
    const tipping = await send(
      makes((payload) => ({ ...payload, tip: '0x0a' })),
      bob.address,
      coin,
    )
    await expect(tipping.sending).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
    expect((await balanceOf(bob.address)) - before).toBe(coin)
  })

  test('an amount that would end the account is refused before the wallet is asked', async () => {
    const { network } = ledger
    const account = await open('//Ends')
    await fund(account, coin)
    const { about, kept } = await transfers.estimate({
      network,
      transfer: transferOf(account, alice.address, 1n),
    })
    // The quote is a fifth above the present price.
    const most = coin - (BigInt(about) * 10n) / 12n - BigInt(kept ?? 0)
    const prepare = (units: bigint) =>
      transfers.prepare({
        ...{ network, from: account.address, isAtomic: false },
        transfer: transferOf(account, alice.address, units),
      })
    await expect(prepare(most + 1_000_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
    await expect(prepare(most - 1_000_000n)).resolves.toMatchObject({ nonce: 0 })
  })

  test('a transfer that would end the account fails, and is told as failed', async () => {
    const account = await open('//Short')
    await fund(account, coin)
    const { most } = await transfers.estimate({
      network: ledger.network,
      transfer: transferOf(account, alice.address, 1n),
    })
    const { network, transfer, asked, sending } = await send(account, alice.address, coin - BigInt(most))
    const sent = await sending
    expect(await end({ network, sent, transfer, asked })).toMatchObject({ status: 'failed' })
    expect(await balanceOf(account.address)).toBeGreaterThan(0n)
  })

  /** Sends all that the quote leaves, and returns what stays in the account. */
  async function sendRest(account: TestExtension) {
    const { network } = ledger
    const { most, kept = '0' } = await transfers.estimate({
      network,
      transfer: transferOf(account, alice.address, 1n),
      isRest: true,
    })
    const rest = (await balanceOf(account.address)) - BigInt(most) - BigInt(kept)
    const { sending, ...sent } = await send(account, alice.address, rest)
    expect(await end({ ...sent, sent: await sending })).toMatchObject({ status: 'confirmed' })
    return { kept: BigInt(kept), most: BigInt(most), left: await balanceOf(account.address) }
  }

  test('all that can be sent leaves the deposit that keeps the account alive', async () => {
    const account = await open('//Rest')
    await fund(account, coin)
    const { kept, most, left } = await sendRest(account)
    expect(kept).toBe(account.existentialDeposit)
    expect(left).toBeGreaterThanOrEqual(kept)
    // The fee was no higher than quoted, and nothing else stays.
    expect(left).toBeLessThan(kept + most)
  })

  test('what is locked is told, is not offered, and stays', async () => {
    const { network } = ledger
    const account = await open('//Locked')
    const locked = String(4n * coin)
    // The newer name, and the two older ones.
    const data = { free: String(10n * coin), frozen: locked, miscFrozen: locked, feeFrozen: locked }
    await ledger.rpc('dev_setStorage', {
      System: { Account: [[[account.address], { providers: 1, data }]] },
    })
    const balance = await polkadot().getBalance({ network, address: account.address })
    expect([balance.units, balance.locked]).toEqual([10n * coin, 4n * coin])
    const transfer = transferOf(account, alice.address, 6n * coin)
    const preparing = transfers.prepare({ network, from: account.address, isAtomic: false, transfer })
    await expect(preparing).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
    const { kept, most, left } = await sendRest(account)
    expect(kept).toBe(4n * coin)
    expect(left).toBeGreaterThanOrEqual(kept)
    expect(left).toBeLessThan(kept + most)
  })

  test.each(['prepare', 'find', 'status', 'estimate', 'balance'] as const)(
    'a node of another chain is not believed: %s',
    async (operation) => {
      const network = {
        ...ledger.network,
        caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      } as const
      const transfer = transferOf(alice, empty, coin)
      const asked = { kind: 'transaction', nonce: 0, height: 0 } as const
      const sent = { kind: 'transaction', id: `0x${'ab'.repeat(32)}` } as const
      const operations = {
        prepare: () => transfers.prepare({ network, from: alice.address, isAtomic: false }),
        find: () => transfers.find({ network, transfer, asked }),
        status: () => transfers.status({ network, sent, transfer, asked }),
        estimate: () => transfers.estimate({ network, transfer }),
        balance: () => transfers.balance({ network, address: alice.address }),
      }
      await expect(operations[operation]()).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
    },
  )

  test.each([
    [63, 'takes', 'confirmed'],
    [64, 'refuses', undefined],
  ] as const)('the block %i after the named one %s the transfer', async (after, _, outcome) => {
    const { network } = ledger
    const late = await open('//Alice')
    const asked = await transfers.prepare({ network, from: late.address, isAtomic: false })
    const { signer } = late.injected
    const provider = {
      ...providerOf(late),
      signer: {
        ...signer,
        async signPayload(payload: Parameters<Signer['signPayload']>[0]) {
          const answer = await signer.signPayload(payload)
          // The chain keeps the named block's hash with its next block. The transfer comes after the one made last.
          await ledger.rpc('dev_newBlock')
          await ledger.rpc('dev_newBlock', { unsafeBlockHeight: (asked.height ?? 0) + after - 1 })
          return answer
        },
      },
    }
    const transfer = transferOf(late, (await open('//Bob')).address, coin)
    const sending = transfers.send({ provider, network, transfer, asked, wallet: 'Test' })
    if (outcome === undefined) {
      await expect(sending).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
      expect(await transfers.find({ network, transfer, asked })).toEqual({ status: 'used', isOver: true })
      return
    }
    expect(await end({ network, sent: await sending, transfer, asked })).toMatchObject({ status: outcome })
  })

  test('a signature of something else sends nothing, and after its last block it counts as not sent', async () => {
    const { network } = ledger
    const sender = { address: alice.address, type: 'sr25519' }
    const transfer = { ...transferOf(alice, empty, coin), sender }
    const asked = await transfers.prepare({ network, from: alice.address, isAtomic: false })
    const { signer } = alice.injected
    const provider = {
      ...providerOf(alice),
      signer: {
        ...signer,
        signPayload: (payload: object) => signer.signPayload({ ...payload, tip: '0x01' } as never),
      },
    }
    const sending = transfers.send({ provider, network, transfer, asked, wallet: 'Test' })
    await expect(sending).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
    expect(await transfers.find({ network, transfer, asked })).toEqual({ status: 'open' })
    const sent = { kind: 'transaction', id: `0x${'ab'.repeat(32)}` } as const
    const waiting = { status: 'pending', hash: sent.id }
    expect(await transfers.status({ network, sent, transfer, asked })).toEqual({
      ...waiting,
      isExpired: false,
    })
    // The next block is the last but one that could contain it.
    await ledger.rpc('dev_newBlock', { unsafeBlockHeight: (asked.height ?? 0) + 62 })
    expect(await transfers.find({ network, transfer, asked })).toEqual({ status: 'open' })
    await ledger.rpc('dev_newBlock')
    expect(await transfers.find({ network, transfer, asked })).toEqual({ status: 'used', isOver: true })
    expect(await transfers.status({ network, sent, transfer, asked })).toEqual({
      ...waiting,
      isExpired: true,
    })
    expect(await balanceOf(empty)).toBe(0n)
  })
})

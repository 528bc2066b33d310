import { createClient, type Hex, http, toHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { vi } from 'vitest'
import { deployAll, startBundler } from '../../../chains/src/index.js'
import { startChain } from '../../src/testing/startChain.js'
import type { Chain } from '../accounts/Chain.js'
import { openRpc } from '../accounts/openRpc.js'
import type { Rpc } from '../accounts/Rpc.js'
import { localChain, signersOf } from './testWallet.js'

/** A local chain with its contracts, and a bundler beside it. */
export async function startTestChain() {
  const node = await startChain()
  await deployAll(node.url)
  const bundler = await startBundler(node.url)
  const ask = openRpc(() => node.url)
  /** Answers what a transaction has changed only once a block has it: a busy machine mines a moment later. */
  const rpc: Rpc = async (id, method, params) => {
    const result = await ask(id, method, params)
    if (/^eth_send(?:Raw)?Transaction$/.test(method)) {
      await vi.waitFor(async () => {
        if ((await ask(id, 'eth_getTransactionReceipt', [result])) === null) throw new Error('not mined')
      }, 20_000)
    }
    return result
  }
  const client = createClient({ transport: http(node.url) })
  const chain: Chain = { ...localChain, hasSmartAccounts: true }
  return {
    ...{ rpc, client, chain },
    /** Sends a transaction of an account that the node has the key of. */
    send: (transaction: object) => rpc(localChain.id, 'eth_sendTransaction', [transaction]),
    bundler: openRpc(() => bundler.url),
    /** The same chain with a bundler, and with a paymaster if it is wanted. */
    withBundler: (hasPaymaster = false): Chain => ({ ...chain, hasBundler: true, hasPaymaster }),
    /** New keys of an account with so much coin. */
    async fund(
      wei = 10n ** 18n,
    ): Promise<{ readonly key: Hex; readonly signers: ReturnType<typeof signersOf> }> {
      const key = generatePrivateKey()
      const signers = signersOf(key)
      await node.request('anvil_setBalance', [signers.eip155.address, toHex(wei)])
      return { key, signers }
    },
    url: node.url,
    async stop() {
      await bundler.stop()
      await node.stop()
    },
  }
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>

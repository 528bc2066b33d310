import { createClient, type Hex, http, toHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
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
  const rpc: Rpc = openRpc(() => node.url)
  const client = createClient({ transport: http(node.url) })
  const chain: Chain = { ...localChain, hasSmartAccounts: true }
  return {
    ...{ node, rpc, client, chain },
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
    async stop() {
      await bundler.stop()
      await node.stop()
    },
  }
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>

import { chainOf } from '../../adapters/solana/chains.js'
import { toAddress } from '../../adapters/solana/toAddress.js'
import { createStandardConnector } from '../../connectors/walletStandard/createStandardConnector.js'
import { readStandardWallet } from '../../connectors/walletStandard/readStandardWallet.js'
import type { Network } from '../../protocol/entities/Network.js'
import { scriptedSolanaWallet } from './scriptedSolanaWallet.js'

const namespace = 'solana'

/** A local ledger as a network of the kit, by the hash of its first block. */
export function localSolana(url: string, genesisHash: string): Network {
  const id = genesisHash.slice(0, 32)
  return {
    id,
    name: 'Solana Local',
    chainNamespace: namespace,
    caipNetworkId: `${namespace}:${id}`,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [url] } },
  }
}

/** A scripted wallet, and the kit's connector to it. */
export function openSolanaWallet(options: scriptedSolanaWallet.Parameters) {
  const scripted = scriptedSolanaWallet(options)
  const wallet = readStandardWallet(scripted.wallet, namespace)
  if (wallet === undefined) throw new Error('the scripted wallet is none')
  const info = { id: 'scripted', type: 'ANNOUNCED', name: wallet.name, namespaces: [namespace] } as const
  const family = { namespace, toAddress: async (value: unknown) => toAddress(value), chainOf }
  return { ...scripted, connector: createStandardConnector({ ...family, info, wallet }) }
}

/** Connects a scripted wallet to a network, with its provider. */
export async function connectSolanaWallet(network: Network, options: scriptedSolanaWallet.Parameters) {
  const opened = openSolanaWallet(options)
  await opened.connector.connect({ networks: [network], signal: new AbortController().signal })
  return { ...opened, provider: await opened.connector.getProvider(namespace) }
}

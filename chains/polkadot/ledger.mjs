import { people } from './people.mjs'
import { quietly } from './quietly.mjs'

/** Each account's initial balance: 10,000 coins of 12 decimals. */
const funds = 10_000n * 10n ** 12n
/** What Chopsticks calls the first block of a chain that it starts from its beginning. */
const usualHash = `0x${'45'.repeat(32)}`
/** The chain writes addresses with the prefix of unregistered networks. */
const prefix = 42

/**
 * Starts the local asset hub: the runtime of Rococo's, whose first block is in a package, executed in this process. It
 * needs no network. Each transaction gets a block at once, and that block is final.
 *
 * @param {object} options
 * @param {number} options.port The port of 127.0.0.1 for JSON-RPC, by HTTP and by WebSocket. 0 takes a free one.
 * @param {string} [options.genesisHash] What it says its first block is, for a second ledger beside the usual one.
 * @returns {Promise<Ledger>}
 */
export async function startLedger({ port, genesisHash = usualHash }) {
  const { GenesisProvider, BuildBlockMode, setStorage, setupWithServer, chainSpec, addressOf } =
    await loadPackages()
  // Chopsticks calls every first block the same, and signatures name it: on two such chains they would be valid on both.
  Object.defineProperty(GenesisProvider.prototype, 'blockHash', { get: () => genesisHash })
  const { chain, addr, close } = await setupWithServer({
    genesis: JSON.parse(chainSpec),
    port,
    host: '127.0.0.1',
    'build-block-mode': BuildBlockMode.Instant,
  })
  const accounts = Object.fromEntries(Object.entries(people).map(([name, path]) => [name, addressOf(path)]))
  const balances = Object.values(accounts).map((address) => [
    [address],
    { providers: 1, data: { free: String(funds) } },
  ])
  await setStorage(chain, { System: { Account: balances } })
  const first = await chain.api.getBlockHash(0)
  return {
    url: `http://${addr}`,
    networkId: `polkadot:${String(first).slice(2, 34)}`,
    accounts,
    close,
  }
}

async function loadPackages() {
  // Read when the module loads.
  process.env.LOG_LEVEL ??= 'error'
  return quietly(async () => {
    const { BuildBlockMode, GenesisProvider, setStorage, setupWithServer } = await import(
      '@acala-network/chopsticks'
    )
    const { Keyring } = await import('@polkadot/api')
    const { cryptoWaitReady } = await import('@polkadot/util-crypto')
    const { chainSpec } = await import('@substrate/connect-known-chains/rococo_v2_2_asset_hub')
    await cryptoWaitReady()
    const keyring = new Keyring({ type: 'sr25519', ss58Format: prefix })
    const addressOf = (/** @type {string} */ path) => keyring.createFromUri(path).address
    return { BuildBlockMode, GenesisProvider, setStorage, setupWithServer, chainSpec, addressOf }
  })
}

/**
 * @typedef {object} Ledger
 * @property {string} url Its JSON-RPC, by HTTP; the same address with `ws:` by WebSocket.
 * @property {string} networkId Its CAIP-2 id.
 * @property {{ [name: string]: string }} accounts The funded accounts' addresses, by the names of `people`.
 * @property {() => Promise<void>} close
 */

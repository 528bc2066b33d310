import { quietly } from './quietly.mjs'

/**
 * An app on polkadot-js: its `ApiPromise`, connected to a node or a service by WebSocket.
 *
 * @param {{ url: string }} options
 */
export async function openClient({ url }) {
  const { ApiPromise, Keyring, WsProvider } = await quietly(() => import('@polkadot/api'))
  // Without a second attempt: a refused request must be seen.
  const provider = new WsProvider(url, false)
  await provider.connect()
  const api = await ApiPromise.create({ provider, throwOnConnect: true, noInitWarn: true })
  const free = (/** @type {{ data: { free: { toBigInt(): bigint } } }} */ account) =>
    account.data.free.toBigInt()
  return {
    /** The genesis block's hash. */
    genesis: api.genesisHash.toHex(),
    /** @param {string} address @returns {Promise<bigint>} */
    balance: async (address) => free(await api.query.system.account(address)),
    /**
     * Tells the balance now and at each change.
     *
     * @param {string} address @param {(units: bigint) => void} tell @returns {Promise<() => void>} Stops it.
     */
    followBalance: (address, tell) =>
      api.query.system.account(address, (/** @type {any} */ account) => tell(free(account))),
    /**
     * Sends coins and follows the transaction until it is final.
     *
     * @param {{ path: string, to: string, units: bigint }} transfer `path`: the sender's derivation path.
     * @returns {Promise<readonly string[]>} The kinds of its statuses, and the names of its events.
     */
    async transfer({ path, to, units }) {
      const pair = new Keyring({ type: 'sr25519' }).createFromUri(path)
      /** @type {string[]} */
      const told = []
      await new Promise((resolve, reject) => {
        api.tx.balances
          .transferKeepAlive(to, units)
          .signAndSend(pair, (/** @type {any} */ { status, events, dispatchError }) => {
            told.push(
              status.type,
              ...events.map((/** @type {any} */ { event }) => `${event.section}.${event.method}`),
            )
            if (dispatchError) reject(new Error(dispatchError.toString()))
            else if (status.isFinalized) resolve(undefined)
          })
          .catch(reject)
      })
      return told
    },
    close: () => api.disconnect(),
  }
}

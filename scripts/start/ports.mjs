import { createServer } from 'node:net'

/** The address on which all servers of the stack listen: this machine only. */
export const host = '127.0.0.1'

/** Assigns the ports of `npm start`, counted from the base port. */
export const portsFrom = (/** @type {number} */ base) => ({
  demo: base,
  wallet: base + 1,
  services: base + 2,
  chains: /** @type {const} */ ([base + 3, base + 4]),
  ledgers: { solana: base + 5, bip122: base + 6, polkadot: base + 7 },
  /** The embedded wallet's site. */
  site: base + 8,
  mailbox: base + 9,
  smtp: base + 10,
  /** What plays the login's providers. */
  providers: base + 11,
  /** One for each chain. */
  bundlers: /** @type {const} */ ([base + 13, base + 14]),
})

/** Returns the first port that another program listens on. @param {readonly number[]} ports */
export async function firstBusy(ports) {
  for (const port of ports) if (await isBusy(port)) return port
  return undefined
}

/** @param {number} port @returns {Promise<boolean>} */
function isBusy(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(true))
    server.listen(port, host, () => server.close(() => resolve(false)))
  })
}

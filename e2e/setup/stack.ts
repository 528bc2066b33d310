import { portsFrom } from '../../scripts/start/ports.mjs'

/** The base port of the stack for the specs; `E2E_PORT` overrides it. */
export const basePort = Number(process.env.E2E_PORT ?? 4900)

const ports = portsFrom(basePort)

/** The addresses of the stack, as `npm start -- --port <base> --json` prints them, and of the gallery. */
export const stack = {
  demo: `http://localhost:${ports.demo}`,
  wallet: `http://localhost:${ports.wallet}`,
  services: `http://localhost:${ports.services}`,
  relay: `ws://localhost:${ports.services}`,
  site: `http://secure.localhost:${ports.site}`,
  mailbox: `http://localhost:${ports.mailbox}`,
  providers: `http://localhost:${ports.providers}`,
  chains: ports.chains.map((port) => `http://localhost:${port}`),
  gallery: `http://localhost:${basePort + 20}`,
}

import { type Services, startServices } from '@latchkey/services'

/** Starts the relay of this repository with its mailboxes in memory. */
export function startRelay(
  options: { readonly port?: number; readonly dataDir?: string } = {},
): Promise<Services> {
  return startServices({ ...options, services: ['relay'], log: silent })
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

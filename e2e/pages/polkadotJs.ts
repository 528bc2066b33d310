/** An account of the development phrase by polkadot-js; see `chains/polkadot/pair.mjs`. */
export type Pair = {
  readonly addressOn: (prefix: number) => string
  readonly isMessageSigned: (message: string, signature: string) => boolean
}

/** Reads a chain by polkadot-js; see `chains/polkadot/client.mjs`. */
export type PolkadotClient = {
  readonly balance: (address: string) => Promise<bigint>
  readonly close: () => Promise<void>
}

// Their packages are not those of this workspace, and may not be installed: their types are not there.

export async function openPair(path: string): Promise<Pair> {
  return (await load('pair')).createPair({ path })
}

/** @param url The ledger's. */
export async function openPolkadotClient(url: string): Promise<PolkadotClient> {
  return (await load('client')).openClient({ url: url.replace(/^http/, 'ws') })
}

const load = (name: string) => import(new URL(`../../chains/polkadot/${name}.mjs`, import.meta.url).href)

import type { Ledger } from '../../demo/src/settings.js'

/** The addresses of the wallet's parts, served at `/settings.json`. */
export type Settings = {
  readonly relay: string
  readonly chains: readonly Chain[]
  /** The ledgers of other families; they may still be starting. */
  readonly ledgers?: readonly Ledger[] | undefined
}

type Chain = { readonly id: number; readonly name: string; readonly rpcUrl: string }

/** A network of any family. */
export type WalletNetwork = {
  /** CAIP-2. */
  readonly networkId: string
  readonly name: string
  readonly rpcUrl: string
}

export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/settings.json')
  if (!response.ok) throw new Error(`/settings.json answered with status ${response.status}`)
  return (await response.json()) as Settings
}

/** The networks of all families: the EVM chains first. */
export function networksOf({ chains, ledgers = [] }: Settings): readonly WalletNetwork[] {
  return [
    ...chains.map(({ id, name, rpcUrl }) => ({ networkId: `eip155:${id}`, name, rpcUrl })),
    ...ledgers.map(({ namespace, reference, name, rpcUrl }) => ({
      networkId: `${namespace}:${reference}`,
      ...{ name, rpcUrl },
    })),
  ]
}

export function networkOf(settings: Settings, networkId: string): WalletNetwork | undefined {
  return networksOf(settings).find((network) => network.networkId === networkId)
}

import type { Network } from 'latchkey'
import { defineNetwork } from 'latchkey/networks'

/** The addresses of the demo's parts, served at `/settings.json`. */
export type Settings = {
  readonly services: string
  readonly wallet: string
  readonly chains: readonly {
    readonly id: number
    readonly name: string
    readonly rpcUrl: string
    readonly contracts?: Network['contracts']
  }[]
}

export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/settings.json')
  if (!response.ok) throw new Error(`/settings.json answered with status ${response.status}`)
  return (await response.json()) as Settings
}

export function networksOf({ chains }: Settings): readonly [Network, ...Network[]] {
  const [first, ...rest] = chains.map(({ id, name, rpcUrl, contracts }) =>
    defineNetwork({
      id,
      name,
      rpcUrl,
      contracts,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    }),
  )
  if (first === undefined) throw new Error('/settings.json names no chain')
  return [first, ...rest]
}
